import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeRemittance } from './move.ts'
import { lockRemittance, type RemittanceRow } from './rows.ts'
import type { TermsRow } from './terms.ts'

/** Has an open settlement end in the currency of the terms in force; the caller holds its row's lock. Returns it as it is then. */
export async function followTerms(ctx: Ctx, open: RemittanceRow, terms: TermsRow): Promise<RemittanceRow> {
  const { destination_currency } = terms
  if (open.status !== 'Open' || open.destination_currency === destination_currency) return open
  noteChange(ctx, 'remittance', open.settlement_ref)
  return changeRemittance(ctx, open, { destination_currency })
}

/** The same of each that is open, when terms are agreed on. Index: remittances_one_open. */
export async function allFollowTerms(ctx: Ctx, terms: TermsRow): Promise<void> {
  const open = await ctx.own
    .select('remittances')
    .select('settlement_ref')
    .where('status', '=', 'Open')
    .where('destination_currency', '<>', terms.destination_currency)
    .orderBy('settlement_ref')
    .execute()
  for (const { settlement_ref: ref } of open) {
    const row = await lockRemittance(ctx, ref)
    if (row) await followTerms(ctx, row, terms)
  }
}
