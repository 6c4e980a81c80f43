import type * as contract from '#contract/invoice-messages.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { planInvoice, readPlan } from './plan.ts'
import { remindOfInvoice, sendInvoice } from './send.ts'

export const handlers: Handlers<typeof contract> = {
  sendInvoice: (ctx, { path, body }) => sendInvoice(ctx, path.ref, body),

  remindOfInvoice: (ctx, { path }) => remindOfInvoice(ctx, path.ref),
  remindOfInvoiceByGet: (ctx, { path }) => remindOfInvoice(ctx, path.ref),

  readInvoicePlan: (ctx, { path }) => readPlan(ctx, path.ref),

  planInvoice: (ctx, { body }) => planInvoice(ctx, body),
}
