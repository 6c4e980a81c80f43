import type * as contract from '#contract/invoice-messages.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import type { InvoiceMessage } from './deliver.ts'
import { planInvoice, readPlan } from './plan.ts'
import { remindOfInvoice, sendInvoice } from './send.ts'

export const handlers: Handlers<typeof contract> = {
  sendInvoice: (ctx, { path, body }) => told(ctx, path.ref, sendInvoice(ctx, path.ref, body)),

  remindOfInvoice: (ctx, { path }) => told(ctx, path.ref, remindOfInvoice(ctx, path.ref)),
  remindOfInvoiceByGet: (ctx, { path }) => told(ctx, path.ref, remindOfInvoice(ctx, path.ref)),

  readInvoicePlan: (ctx, { path }) => readPlan(ctx, path.ref),

  planInvoice: (ctx, { body }) => planInvoice(ctx, body),
}

/** The messages, with their ways in the audit log. */
async function told(ctx: Ctx, invoiceRef: string, sending: Promise<InvoiceMessage[]>): Promise<InvoiceMessage[]> {
  const messages = await sending
  ctx.auditSubject(invoiceRef, madeAs({ way: [...new Set(messages.map(({ way }) => way))].join(', ') }))
  return messages
}
