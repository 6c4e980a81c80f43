import type * as contract from '#contract/invoices.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { existingInvoice } from '#server/invoice-store/queries.ts'
import { actOnInvoices } from './acts.ts'
import { createInvoice } from './create.ts'
import { exportedInvoices, listInvoices } from './list.ts'
import { recordOutsidePayment } from './outside.ts'
import { readReceivables } from './receivables.ts'
import { suggest } from './suggestions.ts'
import { updateInvoice } from './update.ts'
import { unvoidInvoice, voidInvoice } from './void.ts'
import { invoiceEvents, wholeInvoice } from './whole.ts'

export const handlers: Handlers<typeof contract> = {
  listInvoices: (ctx, { body }) => listInvoices(ctx, body),

  exportInvoices: exportedInvoices,

  readInvoice: (ctx, { body }) => wholeInvoice(ctx, body.invoice_ref),

  createInvoice: async (ctx, { body }) => wholeInvoice(ctx, (await createInvoice(ctx, body)).invoice_ref),

  updateInvoice: (ctx, { path, body }) => changed(ctx, path.ref, updateInvoice(ctx, path.ref, body)),

  voidInvoice: (ctx, { path }) => changed(ctx, path.ref, voidInvoice(ctx, path.ref)),
  voidInvoiceByGet: (ctx, { path }) => changed(ctx, path.ref, voidInvoice(ctx, path.ref)),

  unvoidInvoice: (ctx, { path }) => changed(ctx, path.ref, unvoidInvoice(ctx, path.ref)),
  unvoidInvoiceByGet: (ctx, { path }) => changed(ctx, path.ref, unvoidInvoice(ctx, path.ref)),

  async listInvoiceEvents(ctx, { body }) {
    await existingInvoice(ctx, body.invoice_ref)
    return (await invoiceEvents(ctx, body.invoice_ref)).toReversed()
  },

  readReceivables: (ctx) => readReceivables(ctx),

  suggestForInvoice: (ctx, { body }) => suggest(ctx, body),

  recordInvoicePayment: (ctx, { path, body }) => changed(ctx, path.ref, recordOutsidePayment(ctx, path.ref, body)),

  actOnInvoices: (ctx, { body }) => actOnInvoices(ctx, body),
}

/** The whole invoice after a change. */
async function changed(ctx: Ctx, invoiceRef: string, change: Promise<void>) {
  await change
  return wholeInvoice(ctx, invoiceRef)
}
