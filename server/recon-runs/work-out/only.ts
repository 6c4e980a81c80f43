import type { ReconRule } from '#contract/recon-rule-shapes.ts'

/** What a rule is narrowed to, as further conditions on `l`, a row of `work_loose`; its values are added to `values`. */
export function onlyOf({ only }: ReconRule, values: unknown[]): string {
  if (!only) return ''
  const place = (value: unknown) => `$${values.push(value)}`
  const conditions = [
    only.types && `l.kind = any (${place(only.types)}::text[])`,
    // A side that does not say the method or account of its records is not narrowed by it.
    only.methods && `(l.method = '' or l.method = any (${place(only.methods)}::text[]))`,
    only.accounts && `(l.account_id = '' or l.account_id = any (${place(only.accounts)}::text[]))`,
    only.amount_from !== undefined && `abs(l.amount) >= ${place(only.amount_from)}::numeric`,
    only.amount_to !== undefined && `abs(l.amount) < ${place(only.amount_to)}::numeric`,
  ]
  return conditions
    .filter((condition) => condition)
    .map((condition) => ` and ${condition as string}`)
    .join('')
}
