import type * as contract from '#contract/merchants.ts'
import { Fault } from '#contract/faults.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { listMerchants } from '#server/kit/scope.ts'
import { merchantSecret } from '#server/kit/vault.ts'
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

  async listMerchantChoices(ctx) {
    const own = ctx.user?.merchantId ?? ctx.owner.merchantId
    const all = await listMerchants(ctx.tx, own)
    const asked = ctx.owner.merchantId === own ? all : all.filter((row) => row.merchant_id === ctx.owner.merchantId)
    return asked.map(({ key, name, writable }) => ({ key, name, writable }))
  },

  listPayChannels: (ctx) => listChannels(ctx.db, ctx.owner),
}
