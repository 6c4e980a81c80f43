import { Fault } from '#contract/faults.ts'
import type * as contract from '#contract/kyc.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { subMerchant } from '#server/master-merchants/queries.ts'
import { within } from '#server/master-merchants/within.ts'
import { enterByLink, removeDocument, save, submit, viewOf } from './form.ts'
import { openLink, sendKycLink } from './link.ts'
import { openDocument } from './queries.ts'
import { review } from './review.ts'

export const kycHandlers: Handlers<typeof contract> = {
  readKyc: async (ctx, { body }) => viewOf(await enterByLink(ctx, body.kyc_token)),

  async saveKyc(ctx, { body }) {
    const own = await enterByLink(ctx, body.kyc_token)
    await save(own, body.company)
    return viewOf(own)
  },

  async removeKycDocument(ctx, { body }) {
    const own = await enterByLink(ctx, body.kyc_token)
    await removeDocument(own, body.kyc_document)
    return viewOf(own)
  },

  async submitKyc(ctx, { body }) {
    const own = await enterByLink(ctx, body.kyc_token)
    await submit(own)
    return viewOf(own)
  },

  async openKyc(ctx) {
    ctx.about(ctx.owner.merchantId)
    return { kyc_link: await openLink(ctx) }
  },

  async resendKycLink(ctx) {
    ctx.about(ctx.owner.merchantId)
    await sendKycLink(ctx)
    return undefined
  },

  readKycOfMerchant: (ctx, { path }) => handedIn(ctx, path.uuid),

  async readKycDocument(ctx, { path }) {
    const row = await subMerchant(ctx, path.uuid)
    ctx.about(path.document_id)
    const found = await within(ctx, row.merchant_id, (own) => openDocument(own, path.document_id))
    if (!found) throw new Fault('notFound')
    const { name, type, content } = found
    return { name, type, data_url: `data:${type};base64,${content.toString('base64')}` }
  },

  async reviewKyc(ctx, { path, body }) {
    const row = await subMerchant(ctx, path.uuid)
    if (!ctx.house.mastersReviewKyc) throw new Fault('reviewByOperator')
    ctx.about(row.merchant_id)
    const { decision, note = '', refused = [] } = body
    await within(ctx, row.merchant_id, (own) => review(own, { decision, note, refused }))
    return handedIn(ctx, path.uuid)
  },
}

async function handedIn(ctx: Ctx, named: string) {
  const row = await subMerchant(ctx, named)
  ctx.about(row.merchant_id)
  return within(ctx, row.merchant_id, (own) => viewOf(own, { reviewable: ctx.house.mastersReviewKyc }))
}
