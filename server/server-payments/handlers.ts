import type * as contract from '#contract/server-payments.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { lastAttemptOf } from '#server/payments/attempts.ts'
import { wishFinish } from '#server/payments/finish.ts'
import { listPayments } from '#server/payments/list.ts'
import { changeOwnFields, readOwnFields } from '#server/payments/own-fields.ts'
import { setPaymentStatus } from '#server/payments/set-status.ts'
import { wholePayment } from '#server/payments/whole.ts'
import { ownFieldsOf, serverNames } from './names.ts'

export const handlers: Handlers<typeof contract> = {
  readOrderStatus: (ctx, { path }) => lastAttemptOf(ctx, path.merchantOrderRef),

  async readPaymentByServer(ctx, { body }) {
    const [payment, own, merchant] = await Promise.all([
      wholePayment(ctx, body.order_ref),
      readOwnFields(ctx, body.order_ref),
      merchantOf(ctx),
    ])
    const { channel_text: status_channel_reason, device_info: user_agent, shopper_ip: ip_address } = payment
    const said = { status_channel_reason, user_agent, ip_address }
    return { ...payment, ...serverNames(payment, merchant), ...said, ...ownFieldsOf(own) }
  },

  async setPaymentStatusByServer(ctx, { body }) {
    const { reason = bySignature(ctx) } = body
    return wholePayment(ctx, await setPaymentStatus(ctx, { ...body, reason }))
  },

  async capturePaymentByServer(ctx, { path }) {
    await wishFinish(ctx, path.order_ref, 'capture')
    return wholePayment(ctx, path.order_ref)
  },

  async updatePaymentDetails(ctx, { path, body }) {
    const { environment: _, ...sent } = body
    const { order_ref } = await lastAttemptOf(ctx, path.merchant_order_ref)
    await changeOwnFields(ctx, order_ref, sent)
    return sent
  },

  async fetchAllPayments(ctx, { body }) {
    const { size, cursor, from, to, page } = body
    const asked = { page, pagesize: size, from, to, ...(cursor && { cursor }) }
    const [found, merchant] = await Promise.all([listPayments(ctx, asked), merchantOf(ctx)])
    const content = found.content.map((payment) => ({ ...payment, ...serverNames(payment, merchant) }))
    const total_pages = Math.ceil(found.total_elements / found.size)
    return { body: { ...found, content, total_pages, number_of_elements: content.length } }
  },
}

/** The evidence of an outcome for which no one gives a reason: the server's signature. */
const bySignature = ({ user }: Ctx) => (user ? '' : 'merchant server')
