import type { Selectable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'

const columns = [
  'credit_note_ref', 'invoice_ref', 'credit_note_number', 'currency', 'amount_minor', 'applied_minor', 'lines', 'reason', 'refund_id',
  'created_at', 'created_by',
] as const // prettier-ignore
export type CreditNoteRow = Pick<Selectable<Tables['credit_notes']>, (typeof columns)[number]>

/** The credit notes of an invoice, oldest first. Index: credit_notes_of_invoice. */
export const listCreditNotes = (ctx: Ctx, invoiceRef: string): Promise<CreditNoteRow[]> =>
  ctx.own
    .select('credit_notes')
    .select(columns)
    .where('invoice_ref', '=', invoiceRef)
    .orderBy('created_at')
    .orderBy('credit_note_ref')
    .limit(1_000)
    .execute()

/** A credit note; undefined when absent or not the owner's. Index: primary key. */
export const findCreditNote = (ctx: Ctx, creditNoteRef: string): Promise<CreditNoteRow | undefined> =>
  ctx.own.select('credit_notes').select(columns).where('credit_note_ref', '=', creditNoteRef).executeTakeFirst()
