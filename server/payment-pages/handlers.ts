import * as contract from '#contract/payment-pages.ts'
import { Fault } from '#contract/faults.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { readTimeline } from '#server/kit/audit/audit.ts'
import { createRateLimit } from '#server/kit/http/rate-limit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { qrCodeOf } from '#server/kit/files/qr-code.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { withDeliveries } from '#server/messages/deliveries.ts'
import { cancelPaymentPage } from './cancel.ts'
import { duplicatePaymentPage, restoreVersion } from './copies.ts'
import { createPaymentPage } from './create.ts'
import { whyNot } from './names.ts'
import { readPageLogo, readPicture, savePicture } from './pictures.ts'
import { exportedPages, findPaymentPage, listPaymentPages } from './queries.ts'
import { sharePaymentPage } from './share.ts'
import { readFunnel } from './sums.ts'
import { updatePaymentPage } from './update.ts'
import { listVersions } from './versions.ts'

export const handlers: Handlers<typeof contract> = {
  listPaymentPages: (ctx, { body }) => listPaymentPages(ctx, body),

  exportPaymentPages: exportedPages,

  createPaymentPage: async (ctx, { body }) => wholePage(ctx, await createPaymentPage(ctx, body)),

  async updatePaymentPage(ctx, { path, body }) {
    await updatePaymentPage(ctx, path.pageRef, body)
    return wholePage(ctx, path.pageRef)
  },

  readPaymentPage: (ctx, { path }) => wholePage(ctx, path.pageRef),

  async cancelPaymentPage(ctx, { path }) {
    await cancelPaymentPage(ctx, path.pageRef)
    return wholePage(ctx, path.pageRef)
  },

  async checkPageAddress(ctx, { path, query }) {
    if (!checks.take(ctx.user?.subUserId ?? ctx.owner.merchantId, ctx.now)) throw new Fault('tooFast')
    if (query.page_ref) await existing(ctx, query.page_ref)
    const reason = await whyNot(ctx, path.customUrl, query.page_ref)
    return { custom_url: path.customUrl, is_available: reason === '', reason }
  },

  async readPageQrCode(ctx, { path }) {
    const { page_url } = await existing(ctx, path.pageRef)
    return { page_url, qr_code: await qrCodeOf(page_url) }
  },

  uploadPageLogo: prepared(contract.uploadPageLogo, {
    prepare: (_before, { file }) => readPageLogo(file),
    async handle(ctx, _input, _http, drawn) {
      const logo = await savePicture(ctx, drawn)
      ctx.auditSubject('', madeAs({ logo }))
      return { logo }
    },
  }),

  uploadPagePicture: prepared(contract.uploadPagePicture, {
    prepare: (_before, { file }) => readPicture(file),
    async handle(ctx, _input, _http, drawn) {
      const picture = await savePicture(ctx, drawn)
      ctx.auditSubject('', madeAs({ picture }))
      return { picture }
    },
  }),

  async duplicatePaymentPage(ctx, { path }) {
    const copy = await duplicatePaymentPage(ctx, path.ref)
    ctx.auditSubject(copy, madeAs({ copy_of: path.ref }))
    return wholePage(ctx, copy)
  },

  sharePaymentPage: (ctx, { path, body }) => sharePaymentPage(ctx, path.ref, body),

  async listPageVersions(ctx, { path }) {
    await existing(ctx, path.ref)
    return listVersions(ctx, path.ref)
  },

  async restorePageVersion(ctx, { path, body }) {
    await restoreVersion(ctx, path.ref, body)
    return wholePage(ctx, path.ref)
  },

  async readPageFunnel(ctx, { path, query }) {
    await existing(ctx, path.ref)
    return readFunnel(ctx, path.ref, query)
  },
}

/** Looking whether names are taken, sixty times a minute: for each API process. */
const checks = createRateLimit({ most: 60, windowMs: 60_000 })

async function wholePage(ctx: Ctx, pageRef: string) {
  const page = await existing(ctx, pageRef)
  const timeline = await readTimeline(ctx, 'payment_page', pageRef)
  return { ...page, timeline: await withDeliveries(ctx, { type: 'payment_page', ref: pageRef }, timeline) }
}

async function existing(ctx: Ctx, pageRef: string) {
  const page = await findPaymentPage(ctx, pageRef)
  if (!page) throw new Fault('notFound')
  return page
}
