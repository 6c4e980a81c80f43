import type * as contract from '#contract/prices.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { cancelPrice } from './cancel.ts'
import { createPrice } from './create.ts'
import { exportedPrices, listPrices } from './list.ts'
import { previewPrice } from './preview.ts'
import { shownPrice, wholePrice } from './whole.ts'

export const handlers: Handlers<typeof contract> = {
  createPrice: (ctx, { body }) => shownPrice(ctx, createPrice(ctx, body)),
  createPlan: async (ctx, { body }) => atTop(await shownPrice(ctx, createPrice(ctx, body))),

  previewPrice: (ctx, { body }) => previewPrice(ctx, body),

  listPrices: (ctx, { body }) => listPrices(ctx, body),

  exportPrices: exportedPrices,

  readPrice: (ctx, { path }) => wholePrice(ctx, path.ref),
  readPlan: async (ctx, { path }) => atTop(await wholePrice(ctx, path.ref)),

  cancelPrice: async (ctx, { path }) => shownPrice(ctx, await cancelPrice(ctx, path.id)),
  cancelPlan: async (ctx, { path }) => atTop(await shownPrice(ctx, await cancelPrice(ctx, path.ref))),
}

/** The answer with what merchants' servers read at its top. */
const atTop = <P extends { order_ref: string; merchant_order_ref: string }>(content: P) => ({
  content,
  is_success: true as const,
  order_ref: content.order_ref,
  merchant_order_ref: content.merchant_order_ref,
})
