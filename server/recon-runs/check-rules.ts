import { fieldFault } from '#contract/faults.ts'
import type { ReconLeg } from '#contract/recon-outcomes.ts'
import type { ReconRule } from '#contract/recon-rule-shapes.ts'
import { exactOf } from '#server/recon-files/read/exact.ts'

const byReference: readonly ReconRule['kind'][] = ['reference', 'repeated', 'parts']
const byDays: readonly ReconRule['kind'][] = ['near', 'sums', 'groups']

/** Throws `invalidRequest` at the first part of a list of rules that cannot be: rules work only as their kind says. */
export function checkRules(rules: readonly ReconRule[], leg: ReconLeg): void {
  const keys = new Set<string>()
  for (const [at, rule] of rules.entries()) {
    const wrong = wrongIn(rule, leg)
    if (wrong) throw fieldFault('invalidRequest', `rules.${at}.${wrong.field}`, wrong.reason)
    if (keys.has(rule.rule_key)) throw fieldFault('invalidRequest', `rules.${at}.rule_key`, 'given_twice')
    keys.add(rule.rule_key)
  }
}

function wrongIn(rule: ReconRule, leg: ReconLeg): { field: string; reason: string } | null {
  const { kind, refs, group_by, days, is_loose, only } = rule
  const isByReference = byReference.includes(kind)
  if (kind === 'lines' && leg === 'bank') return { field: 'kind', reason: 'not_a_choice' }
  if (isByReference !== (refs !== undefined)) return presence('refs', isByReference)
  if ((kind === 'groups') !== (group_by !== undefined)) return presence('group_by', kind === 'groups')
  if (byDays.includes(kind) !== (days !== undefined)) return presence('days', byDays.includes(kind))
  if (is_loose && !isByReference) return presence('is_loose', false)
  const [from, to] = [only?.amount_from, only?.amount_to].map((text) => (text === undefined ? null : exactOf(text)))
  if (from !== null && to !== null && from !== undefined && to !== undefined && from >= to)
    return { field: 'only.amount_to', reason: 'too_small' }
  return null
}
const presence = (field: string, isNeeded: boolean) => ({ field, reason: isNeeded ? 'required' : 'unknown_field' })
