import type { Attempt as Declared, readAttempt as declaration } from '#contract/checkout.ts'
import { Fault } from '#contract/faults.ts'
import type { Output } from '#contract/kit/call.ts'
import type { MethodDetails } from '#contract/method-details.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { qrCodeOf } from '#server/kit/files/qr-code.ts'
import { payableOf, type PayableRef } from '#server/payables/payable.ts'
import type { NewPayment } from '#server/payments/insert.ts'
import { findPayment, type FoundPayment } from '#server/payments/queries.ts'
import { countSlips } from '#server/payments/slip-rows.ts'

type Attempt = Output<typeof declaration>

/** The state of an attempt as its shopper may see it; `notFound` when it is not of this payable. */
export async function readAttempt(ctx: Ctx, { kind, ref }: PayableRef, orderRef: string): Promise<Attempt> {
  const of = payableOf(ctx, kind)
  const [payment, standing, slips] = await Promise.all([
    findPayment(ctx, orderRef),
    of.read(ctx, ref),
    countSlips(ctx, orderRef),
  ])
  if (!payment || !standing || payment.payable_ref !== ref) throw new Fault('notFound')
  const state = stateOf(payment.status)
  const waiting = state === 'waiting'
  return {
    order_ref: orderRef,
    state,
    reason: state === 'declined' ? payment.status_reason : '',
    refusal: state === 'declined' ? (payment.method_details.refusal ?? '') : '',
    redirect_url: waiting ? '' : await of.returnTo(ctx, standing, { ...payment, amount_minor: payment.amount }),
    method: payment.payment_method as OfferedMethod,
    sub_type: payment.payment_sub_type,
    action: waiting ? await actionOf(payment.method_details) : noAction,
    expires_at: waiting ? payment.expires_at : null,
    may_cancel: mayCancel(payment, slips),
    slips,
    cancelling: waiting && payment.cancel_asked_at !== null,
    next: payment.failover_next,
  }
}

/** The state of an attempt before its provider was asked. */
export const newAttempt = ({ orderRef, method, subType, expiresAt }: NewPayment): Attempt => ({
  order_ref: orderRef,
  state: 'waiting',
  reason: '',
  refusal: '',
  redirect_url: '',
  method,
  sub_type: subType,
  action: noAction,
  expires_at: expiresAt,
  may_cancel: false,
  slips: 0,
  cancelling: false,
  next: '',
})

/** Only an attempt that waits for the shopper can be cancelled; a shopper who has sent a slip has paid. */
export const mayCancel = (
  { status, method_details: { action }, cancel_asked_at }: FoundPayment,
  slips: number,
): boolean => status === 'Pending' && action !== undefined && cancel_asked_at === null && slips === 0

function stateOf(status: FoundPayment['status']): Declared['state'] {
  if (status === 'Success') return 'paid'
  return status === 'Failed' || status === 'Expired' ? 'declined' : 'waiting'
}

export const noAction: Attempt['action'] = {
  kind: 'none', url: '', qr_code: '', code: '', bank: '', account_number: '', account_name: '', reference: '', test_url: '',
} // prettier-ignore

/** The next step of the shopper, as the page shows it. */
export async function actionOf({ action }: MethodDetails): Promise<Attempt['action']> {
  if (!action) return noAction
  if (action.kind === 'redirect') return { ...noAction, kind: 'redirect', url: action.url }
  const { qr, code = '', account, test_url = '' } = action
  const { bank = '', number = '', name = '', reference = '' } = account ?? {}
  return {
    kind: 'show',
    url: '',
    qr_code: qr ? await qrCodeOf(qr) : '',
    code,
    bank,
    account_number: number,
    account_name: name,
    reference,
    test_url,
  }
}
