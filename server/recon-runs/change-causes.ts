import type { Selectable } from 'kysely'
import type { ChangeCause } from '#contract/recon-run-states.ts'
import type { Tables } from '#server/db/tables.ts'
import type { FoundRun } from './queries.ts'

/** An outcome of a record in one of two runs. */
export type Compared = Selectable<Tables['recon_outcomes']>

/** The identity in the key of a record that was read: other contents of it have other keys. Empty for our own transactions. */
export const identityOf = (key: string): string => /^([0-9a-f]{32})\./.exec(key)?.[1] ?? ''

/** Why two runs say different things of a record, from what they say and what they were worked out by. */
export function causesOf({
  before,
  after,
  isRestated,
  earlier,
  later,
}: {
  before: Compared | null
  after: Compared | null
  isRestated: boolean
  earlier: Pick<FoundRun, 'rules_version' | 'tolerance' | 'as_of'>
  later: Pick<FoundRun, 'rules_version' | 'tolerance' | 'as_of'>
}): ChangeCause[] {
  if (before === null || after === null) return [isRestated ? 'restated' : before === null ? 'new_record' : 'record_gone']
  const isOther = (...names: readonly (keyof Compared)[]) => names.some((name) => before[name] !== after[name])
  const isExpected = (row: Compared) => row.status === 'expected'
  // Only what stands alone has a day on which it is due.
  const isDueElse = before.due_on !== null && after.due_on !== null && isOther('due_on')
  const found: readonly [ChangeCause, boolean][] = [
    ['decision', isOther('decision', 'decision_id')],
    ['rule', earlier.rules_version !== later.rules_version && isOther('rule_key')],
    ['plan', isOther('expected_fee', 'expected_tax')],
    ['tolerance', earlier.tolerance !== later.tolerance && isOther('tolerated', 'status')],
    ['day', isDueElse || (earlier.as_of !== later.as_of && isExpected(before) !== isExpected(after))],
  ]
  const causes = found.flatMap(([cause, is]) => (is ? [cause] : []))
  // What the record says of itself is in its key, so the other side of it has changed.
  return causes.length > 0 ? causes : ['counterpart']
} // prettier-ignore
