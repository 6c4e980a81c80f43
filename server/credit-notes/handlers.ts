import type * as contract from '#contract/credit-notes.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { createCreditNote } from '#server/invoices/credit.ts'
import { wholeInvoice } from '#server/invoices/whole.ts'

export const handlers: Handlers<typeof contract> = {
  async createCreditNote(ctx, { path, body }) {
    await createCreditNote(ctx, path.ref, body)
    return wholeInvoice(ctx, path.ref)
  },
}
