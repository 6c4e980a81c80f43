import { limits } from '#contract/limits.ts'
import { ask, requestFor, type Answer, type Request } from '#server/confirmations/ask.ts'
import { findConfirmation, listUndecided, storeDecision, type Decided } from '#server/confirmations/queries.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { effect, type Job } from '#server/kit/jobs/jobs.ts'
import { confirmJob, type ConfirmData } from './ask-before-capture.ts'
import { finishPayment } from './finish.ts'
import { lockToFinish, setFinish } from './finish-rows.ts'
import { readForChannel } from './for-channel.ts'

/**
 * Asks the merchant's server whether an authorised payment is captured or voided, and stores the decision before anything is
 * done about it; `finishPayment` acts on it. A request that was cut off is sent again under the same `webhook-id`. Once a
 * decision is stored nobody is asked again.
 */
export const confirmPayment: Job<ConfirmData> = effect<ConfirmData, Request, Answer>({
  ...confirmJob,
  parallel: 64,
  overdue: {
    key: 'orderRef',
    list: async (ctx, since) => (await listUndecided(ctx, since)).map((orderRef) => ({ orderRef, waits: 0 })),
  },

  async claim(ctx, { orderRef }) {
    const [payment, confirmation] = await Promise.all([readForChannel(ctx, orderRef), findConfirmation(ctx, orderRef)])
    if (!payment || confirmation?.state !== 'asking') return null
    if (payment.status !== 'Authorized' || payment.finish !== '') {
      await decide(ctx, orderRef, { state: 'dropped', ...unanswered })
      return null
    }
    const request = await requestFor(ctx, {
      requestId: confirmation.request_id,
      orderRef,
      merchantOrderRef: payment.merchant_order_ref,
      amountMinor: payment.amount_minor,
      currency: payment.currency,
    })
    // The address was taken away meanwhile: the payment is captured, as it would have been without one.
    if (!request) await decide(ctx, orderRef, { state: 'capture', ...unanswered, fault: 'no_address' })
    return request
  },

  act: (_services, request) => ask(request),

  async complete(ctx, { orderRef, waits }, _request, answer) {
    if (answer.kind !== 'busy') {
      const { kind: state, ...facts } = answer
      return decide(ctx, orderRef, { state, ...facts })
    }
    const since = (await findConfirmation(ctx, orderRef))?.created_at.getTime() ?? 0
    if (ctx.now.getTime() - since > limits.confirmationWaitMinutes * 60_000)
      return decide(ctx, orderRef, { state: 'void', ...unanswered, fault: 'busy' })
    ctx.enqueue(confirmPayment, { orderRef, waits: waits + 1 }, { after: Math.min(2 ** waits, 15) })
  },
})

const unanswered = { status: 0, fault: '', reason: '', note: '' }

/**
 * Stores what was decided and has it done, in one transaction. Of a person and the merchant's server the first decision counts.
 */
async function decide(ctx: Ctx, orderRef: string, wanted: Decided): Promise<void> {
  const payment = await lockToFinish(ctx, orderRef)
  const isOpen = payment?.status === 'Authorized' && payment.finish === ''
  const state = isOpen ? wanted.state : 'dropped'
  if (!(await storeDecision(ctx, orderRef, { ...wanted, state }))) return
  if (state === 'dropped') return void addTimelineEntry(ctx, 'payment', orderRef, 'confirmation_dropped')
  if (state === 'capture') addTimelineEntry(ctx, 'payment', orderRef, 'confirmation_given', factsOf(wanted))
  else addTimelineEntry(ctx, 'payment', orderRef, 'confirmation_refused', factsOf(wanted))
  await setFinish(ctx, orderRef, state)
  ctx.enqueue(finishPayment, { orderRef, asks: 0 })
}

const factsOf = ({ status, fault, reason, note }: Decided): Record<string, string> => ({
  ...(status > 0 && { http_status: String(status) }),
  ...(fault && { fault }),
  ...(reason && { told_shopper: reason }),
  // The fault says it already, and a refusal's words are in its body.
  ...(note && !fault && !reason && { note: note.slice(0, 300) }),
})
