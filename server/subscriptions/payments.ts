import type { Ctx } from '#server/kit/ctx.ts'
import { listPaymentsOfSource } from '#server/payments/attempts.ts'
import { listCharges } from '#server/subscription-store/charges.ts'
import { existingSubscription } from '#server/subscription-store/queries.ts'

type Payment = Awaited<ReturnType<typeof listPaymentsOfSource>>[number]['payment']
/** A payment, the charge that it tries, and which try it is, from 1. */
export interface Try {
  payment: Payment
  /** When it was made by the time of a test clock; null without one. */
  simulatedAt: Date | null
  chargeRef: string
  attempt: number
}

/** The payments of a subscription, newest first, with what each tries. Those of the set-up try its first charge. Index: payments_by_source. */
export async function listTries(ctx: Ctx, orderRef: string): Promise<Try[]> {
  const [payments, charges] = await Promise.all([listPaymentsOfSource(ctx, orderRef), listCharges(ctx, orderRef)])
  const first = charges.find(({ kind, period }) => kind === 'initial' || period === 0)?.charge_ref ?? ''
  const ofCharge = (payment: Payment) => (payment.payable_kind === 'subscription' ? first : payment.payable_ref)
  const counts = new Map<string, number>()
  return payments
    .toReversed()
    .map(({ payment, simulatedAt }) => {
      const chargeRef = ofCharge(payment)
      const attempt = (counts.get(chargeRef) ?? 0) + 1
      counts.set(chargeRef, attempt)
      return { payment, simulatedAt, chargeRef, attempt }
    })
    .toReversed()
}

/** The same as the call answers it. Throws `subscriptionUnknown`. */
export async function listSubscriptionPayments(ctx: Ctx, orderRef: string) {
  const { subscription_type: type } = await existingSubscription(ctx, orderRef)
  const [tries, charges] = await Promise.all([listTries(ctx, orderRef), listCharges(ctx, orderRef)])
  const periods = new Map(charges.map(({ charge_ref, period }) => [charge_ref, period]))
  return tries.map(({ payment, chargeRef, attempt }) => ({
    ...payment,
    charge_ref: chargeRef,
    // A set-up that was declined has no charge yet: it tried the first period.
    period: periods.get(chargeRef) ?? (payment.payable_kind === 'subscription' && type === 'REGULAR' ? 0 : null),
    attempt,
  }))
}
