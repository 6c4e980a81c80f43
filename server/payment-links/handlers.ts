import type * as contract from '#contract/payment-links.ts'
import { paymentLinkStates } from '#contract/payment-link-states.ts'
import { Fault } from '#contract/faults.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { listAttempts } from '#server/payments/attempts.ts'
import { cancelPaymentLink } from './cancel.ts'
import { createPaymentLink } from './create.ts'
import { exportedLinks, findPaymentLink, listPaymentLinks, listSources } from './queries.ts'
import { qrCodeOf } from '#server/kit/files/qr-code.ts'
import { sendPaymentLink } from './send.ts'
import { linkWithTimeline } from './with-timeline.ts'

export const paymentLinkHandlers: Handlers<typeof contract> = {
  listPaymentLinks: (ctx, { body }) => listPaymentLinks(ctx, body),

  exportPaymentLinks: exportedLinks,

  createPaymentLink: (ctx, { body }) => createPaymentLink(ctx, body),

  async cancelPaymentLink(ctx, { path }) {
    await cancelPaymentLink(ctx, path.ref)
    return linkWithTimeline(ctx, path.ref)
  },

  readPaymentLink: (ctx, { path }) => linkWithTimeline(ctx, path.ref),

  async checkPaymentLink(ctx, { path }) {
    const { link_ref, status, expires_at } = await existing(ctx, path.ref)
    const inTime = expires_at === null || expires_at > ctx.now
    return { link_ref, status, is_valid: inTime && paymentLinkStates.can(status, 'attempt') }
  },

  async listPaymentLinkAttempts(ctx, { path }) {
    await existing(ctx, path.ref)
    return listAttempts(ctx, { kind: 'link', ref: path.ref })
  },

  async readPaymentLinkQrCode(ctx, { path }) {
    const { link } = await existing(ctx, path.ref)
    return { link, qr_code: await qrCodeOf(link) }
  },

  sendPaymentLink: (ctx, { path, body }) => send(ctx, path.ref, body),
  sendPaymentLinkByGet: (ctx, { path, query }) => send(ctx, path.ref, query),

  listPaymentLinkSources: (ctx) => listSources(ctx),
}

async function send(ctx: Ctx, ref: string, wanted: Parameters<typeof sendPaymentLink>[2]) {
  const sent = await sendPaymentLink(ctx, ref, wanted)
  ctx.auditSubject(ref, madeAs({ way: sent.map(({ way }) => way).join(', ') }))
  return sent
}

async function existing(ctx: Ctx, ref: string) {
  const link = await findPaymentLink(ctx, ref)
  if (!link) throw new Fault('notFound')
  return link
}
