import { ReconRule, ruleKinds, type RuleGroup, type RuleKind, type RuleReference } from '#contract/recon-rule-shapes.ts'
import type { ReconLeg } from '#contract/recon-outcomes.ts'
import type { RecordType } from '#contract/recon-records.ts'
import { schemaErrors } from '#console/kit/form/schema-errors.ts'
import { fieldText } from '#console/kit/i18n/field-text.ts'

/** A rule as its form holds it. Lists of words are texts with commas. */
export interface RuleValues {
  rule_key: string
  kind: RuleKind
  ref_a: RuleReference
  ref_b: RuleReference
  is_loose: boolean
  group_by: RuleGroup[]
  days: string
  types: RecordType[]
  methods: string
  accounts: string
  amount_from: string
  amount_to: string
}
/** What a rule of each kind has. */
export const byReference: readonly RuleKind[] = ['reference', 'repeated', 'parts']
export const byDays: readonly RuleKind[] = ['near', 'sums', 'groups']
/** A bank names no line by another. */
export const kindsOf = (leg: ReconLeg): readonly RuleKind[] =>
  ruleKinds.filter((kind) => leg !== 'bank' || kind !== 'lines')
const usualDays = '3'

export const valuesOf = ({ rule_key, kind, refs, is_loose = false, group_by = ['day'], days, only = {} }: ReconRule): RuleValues => ({
  rule_key,
  kind,
  ref_a: refs?.a ?? 'provider_ref',
  ref_b: refs?.b ?? 'provider_ref',
  is_loose,
  group_by: [...group_by],
  days: days === undefined ? usualDays : String(days),
  types: [...(only.types ?? [])],
  methods: (only.methods ?? []).join(', '),
  accounts: (only.accounts ?? []).join(', '),
  amount_from: only.amount_from ?? '',
  amount_to: only.amount_to ?? '',
}) // prettier-ignore

/** The rule that a form says: it has what its kind has, and nothing else. */
export function ruleOf(values: RuleValues, is_enabled: boolean): ReconRule {
  const { rule_key, kind, types, amount_from, amount_to } = values
  const [methods, accounts] = [wordsOf(values.methods), wordsOf(values.accounts)]
  const only = {
    ...(types.length > 0 && { types }),
    ...(methods.length > 0 && { methods }),
    ...(accounts.length > 0 && { accounts }),
    ...(amount_from.trim() !== '' && { amount_from: amount_from.trim() }),
    ...(amount_to.trim() !== '' && { amount_to: amount_to.trim() }),
  }
  return {
    rule_key,
    kind,
    is_enabled,
    ...(byReference.includes(kind) && { refs: { a: values.ref_a, b: values.ref_b }, ...(values.is_loose && { is_loose: true }) }),
    ...(kind === 'groups' && { group_by: values.group_by }),
    ...(byDays.includes(kind) && { days: values.days.trim() === '' ? Number.NaN : Number(values.days) }),
    ...(Object.keys(only).length > 0 && { only }),
  }
} // prettier-ignore
const wordsOf = (text: string): string[] => text.split(',').map((word) => word.trim()).filter((word) => word !== '') // prettier-ignore

const fields: Readonly<Record<string, keyof RuleValues>> = { 'refs.a': 'ref_a', 'refs.b': 'ref_b' }
/** The errors of a form's values by field. */
export function errorsOf(values: RuleValues, taken: readonly string[]): Partial<Record<keyof RuleValues, string>> {
  const found = schemaErrors(ReconRule, ruleOf(values, true)).map((error) => {
    const path = error.path.replace(/^only\./, '').replace(/^(group_by|types|methods|accounts)\..*/, '$1')
    return [fields[path] ?? path, fieldText(error)] as const
  })
  const isTaken = taken.includes(values.rule_key) ? [['rule_key', fieldText({ reason: 'given_twice', text: '' })] as const] : [] // prettier-ignore
  return Object.fromEntries([...found, ...isTaken])
}

/** A rule that joins by the provider's reference, with a key that no other has. */
export function newRule(rules: readonly ReconRule[]): ReconRule {
  const taken = new Set(rules.map(({ rule_key }) => rule_key))
  const number = Array.from({ length: rules.length + 1 }, (_, at) => at + 1).find((at) => !taken.has(`own_${at}`)) ?? 1
  return { rule_key: `own_${number}`, kind: 'reference', is_enabled: true, refs: { a: 'provider_ref', b: 'provider_ref' } } // prettier-ignore
}
