import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import type { AccountRow } from './rows.ts'
import { lineOf } from './shown.ts'

/** Tells every administrator of a new account, or of what has changed of one. Nothing is told where nothing has. */
export async function tellChange(ctx: Ctx, before: AccountRow | null, after: AccountRow): Promise<void> {
  const changed = before ? changesOf(before, after) : ['added']
  if (changed.length === 0) return
  await notify(ctx, 'remittance_account_changed', {
    by: ctx.actor.name,
    changed: changed.join(' '),
    before: before ? lineOf(before) : '–',
    account: lineOf(after),
  })
}

function changesOf(before: AccountRow, after: AccountRow): string[] {
  const differ = (...names: (keyof AccountRow)[]) => names.some((name) => before[name] !== after[name])
  const said: readonly [code: string, is: boolean][] = [
    ['number', differ('account_digest')],
    ['holder', differ('first_name', 'last_name')],
    ['bank', differ('bank_name', 'bank_code')],
    ['country', differ('country')],
    ['currency', differ('currency')],
    ['details', differ('account_type', 'way', 'phone_number') || detailsOf(before) !== detailsOf(after)],
    ['purpose', differ('remittance_purpose')],
    ['source', differ('remittance_source')],
    ['made_default', after.is_default && !before.is_default],
    ['no_default', before.is_default && !after.is_default],
    ['activated', after.active && !before.active],
    ['deactivated', before.active && !after.active],
  ]
  return said.flatMap(([code, is]) => (is ? [code] : []))
}
const detailsOf = ({ fields }: AccountRow): string =>
  JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))
