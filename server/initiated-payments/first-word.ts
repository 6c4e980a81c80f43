import { setTimeout as delay } from 'node:timers/promises'
import type { initiatePayment as declaration } from '#contract/initiated-payments.ts'
import type { Output } from '#contract/kit/call.ts'
import { readAttempt } from '#server/checkout/read-attempt.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import { listAttempts } from '#server/payments/attempts.ts'

type Answer = Output<typeof declaration>

const lookEveryMs = 200

/** Waits for the provider's first word about an attempt that was begun. Without one the answer is that of the beginning. */
export async function firstWord({ owner, apart, services }: Before, begun: Answer): Promise<Answer> {
  if (!owner) throw new Error('a payment without a merchant')
  for (let waitedMs = 0; ; waitedMs += lookEveryMs) {
    const heard = await apart(owner, (ctx) => heardOf(ctx, begun))
    if (heard || waitedMs >= services.firstWordMs) return heard ?? begun
    await delay(lookEveryMs)
  }
}

/** What is known of the last attempt: another than the first where that failed by its provider's fault. Null before the first word. */
async function heardOf(ctx: Ctx, begun: Answer): Promise<Answer | null> {
  const payable = { kind: 'link', ref: begun.link_ref }
  const [last] = await listAttempts(ctx, payable)
  if (!last || last.status === 'Initiated') return null
  const { action, state, redirect_url: back, reason, expires_at: end } = await readAttempt(ctx, payable, last.order_ref)
  const isOurs = !/^https?:/.test(action.url)
  return {
    ...begun,
    is_success: state !== 'declined',
    order_ref: last.order_ref,
    channel_order_ref: last.channel_order_ref,
    redirect_url: (isOurs ? '' : action.url) || back || begun.redirect_url,
    deep_link: isOurs ? action.url : '',
    qrcode_url: action.qr_code,
    message: reason,
    expiry_in_minutes: end ? String(Math.max(0, Math.ceil((end.getTime() - ctx.now.getTime()) / 60_000))) : '',
  }
}
