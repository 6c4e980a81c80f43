import { Fault } from '#contract/faults.ts'
import type * as contract from '#contract/kyc.ts'
import { kycNeeds } from '#contract/kyc.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { subMerchant } from '#server/merchants/sub-merchant.ts'
import { within } from '#server/kit/db/within.ts'
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
    ctx.auditSubject(ctx.owner.merchantId)
    return { kyc_link: await openLink(ctx) }
  },

  async readKycProgress(ctx) {
    const { missing, note } = await viewOf(ctx)
    return { done: kycNeeds - missing.length, all: kycNeeds, note }
  },

  async resendKycLink(ctx) {
    ctx.auditSubject(ctx.owner.merchantId)
    await sendKycLink(ctx)
    return undefined
  },

  async readKycOfMerchant(ctx, { path }) {
    const row = await subMerchant(ctx, path.uuid)
    ctx.auditSubject(row.merchant_id)
    return handedIn(ctx, row.merchant_id)
  },

  async readKycDocument(ctx, { path }) {
    const row = await subMerchant(ctx, path.uuid)
    const found = await within(ctx, row.merchant_id, (own) => openDocument(own, path.document_id))
    if (!found) throw new Fault('notFound')
    const { name, type, content } = found
    // Which of them was looked at; nothing of it was changed.
    ctx.auditSubject(row.merchant_id, { kyc_document: { before: name, after: name } })
    return { name, type, data_url: `data:${type};base64,${content.toString('base64')}` }
  },

  async reviewKyc(ctx, { path, body }) {
    const row = await subMerchant(ctx, path.uuid)
    if (!ctx.services.mastersReviewKyc) throw new Fault('reviewByOperator')
    const { decision, note = '', refused = [] } = body
    const changes = await within(ctx, row.merchant_id, (own) => review(own, { decision, note, refused }))
    ctx.auditSubject(row.merchant_id, changes)
    return handedIn(ctx, row.merchant_id)
  },
}

const handedIn = (ctx: Ctx, merchantId: string) =>
  within(ctx, merchantId, (own) => viewOf(own, { reviewable: ctx.services.mastersReviewKyc }))
