import type * as contract from '#contract/merchants.ts'
import { Fault } from '#contract/faults.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { merchantSecret } from '#server/kit/vault.ts'
import { readChannelWays, waysFor } from '#server/payments/ways.ts'
import { payMethods } from './pay-methods.ts'
import { findMerchant, listChannels } from './queries.ts'

export const merchantHandlers: Handlers<typeof contract> = {
  async readMerchant(ctx) {
    const merchant = await findMerchant(ctx.db, ctx.owner.merchantId)
    if (!merchant) throw new Fault('notFound')
    return merchant
  },

  async revealSecret(ctx) {
    ctx.about(ctx.owner.merchantId)
    const { secret } = await merchantSecret(ctx)
    return { iamportSecret: secret }
  },

  async listPayMethods(ctx, { query }) {
    const [merchant, rows] = await Promise.all([findMerchant(ctx.db, ctx.owner.merchantId), readChannelWays(ctx)])
    if (!merchant) throw new Fault('notFound')
    const { country_code: country = merchant.country, currency = merchant.currency } = query
    return payMethods(waysFor(rows, { country, currency }))
  },

  listPayChannels: (ctx) => listChannels(ctx.db, ctx.owner),
}
