import type { ReconRule } from '#contract/recon-rule-shapes.ts'
import { matchBlocks } from './blocks.ts'
import { matchByReference } from './by-reference.ts'
import { applyMatches, keepApart } from './decided-matches.ts'
import { matchGroups } from './groups.ts'
import { cancelReversed, joinConversions } from './lines.ts'
import { suggestNear } from './near.ts'
import type { Run } from './run.ts'
import { suggestSums } from './sums.ts'
import { beginLoose, keepLoose } from './tables.ts'

/** Works through the rules in their order: what one has matched, the next do not see. */
export async function matchByRules(run: Run, tell: (ruleKey: string) => Promise<void>): Promise<void> {
  await beginLoose(run)
  const { isMatched, isParted } = await applyMatches(run)
  if (isMatched) await keepLoose(run)
  for (const [ruleNo, rule] of run.rules.entries()) {
    if (!rule.is_enabled) continue
    await tell(rule.rule_key)
    const isMatched = await matchBy(run, rule, ruleNo)
    if (isParted) await keepApart(run)
    if (isMatched) await keepLoose(run)
  }
  const lines = run.rules.findIndex(({ kind, is_enabled }) => kind === 'lines' && is_enabled)
  if (lines >= 0) await joinConversions(run, lines)
}

/** Returns whether it may have taken records that the next rules must not see. */
async function matchBy(run: Run, rule: ReconRule, ruleNo: number): Promise<boolean> {
  switch (rule.kind) {
    case 'reference':
      await matchByReference(run, rule, ruleNo)
      break
    case 'repeated':
    case 'parts':
      if (!isFirstOfBlocks(run.rules, rule, ruleNo)) return false
      await matchBlocks(run, { rule, numbers: numbersOf(run.rules, rule) })
      break
    case 'groups':
      await matchGroups(run, rule, ruleNo)
      break
    case 'lines':
      await cancelReversed(run, ruleNo)
      break
    case 'near':
      await suggestNear(run, rule, ruleNo)
      return false
    case 'sums':
      await suggestSums(run, rule, ruleNo)
      return false
  }
  return true
}

/** One pass over the blocks of a reference answers its rules for repetitions and for parts, which depend on each other. */
const isOfSameBlocks = (one: ReconRule, other: ReconRule): boolean =>
  one.is_enabled &&
  (one.kind === 'repeated' || one.kind === 'parts') &&
  JSON.stringify([one.refs, one.is_loose, one.only]) === JSON.stringify([other.refs, other.is_loose, other.only])
const isFirstOfBlocks = (rules: readonly ReconRule[], rule: ReconRule, ruleNo: number): boolean =>
  rules.findIndex((other) => isOfSameBlocks(other, rule)) === ruleNo

function numbersOf(rules: readonly ReconRule[], rule: ReconRule) {
  const numberOf = (kind: ReconRule['kind']) => {
    const found = rules.findIndex((other) => other.kind === kind && isOfSameBlocks(other, rule))
    return found < 0 ? undefined : found
  }
  const [repeated, parts] = [numberOf('repeated'), numberOf('parts')]
  const alone = repeated ?? parts
  return {
    ...(repeated !== undefined && { repeated }),
    ...(parts !== undefined && { parts }),
    ...(alone !== undefined && { reference: alone }),
  }
}
