import { Fault } from '#contract/faults.ts'
import { decimalText } from '#contract/kit/money.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { wrongState } from '#server/payout-store/move.ts'
import { lockPayout, type PayoutRow } from '#server/payout-store/rows.ts'
import { wirePayout } from '#server/payout-store/wire.ts'
import { createOne } from './create.ts'

/** Whether a payout may be paid again: it failed, or all of it came back. */
export const isPayableAgain = ({ status, returned_minor, amount_minor }: PayoutRow): boolean =>
  status === 'Failed' || (status === 'Returned' && returned_minor > 0n && returned_minor <= amount_minor)

/**
 * Makes a new payout of what failed, or of what came back, to the account as it is now. It names the old one, which is paid again once:
 * its lock and a unique index hold that. Throws `wrongState` otherwise, and the faults of a new payout.
 */
export async function payAgain(ctx: Ctx, txnRef: string) {
  const old = await lockPayout(ctx, txnRef)
  if (!old) throw new Fault('notFound')
  if (!isPayableAgain(old)) throw wrongState(old)
  if (await paidAgainBy(ctx, txnRef)) throw new Fault('wrongState', { why: 'it has been paid again already' })
  const wish = {
    virtual_acc_no: old.virtual_account_no,
    beneficiary_uuid: old.beneficiary_uuid,
    account_uuid: old.account_uuid,
    amount: old.status === 'Returned' ? old.returned_minor : old.amount_minor,
    currency: old.currency,
    remarks: old.remarks,
    user_message: old.user_message,
    send_email: old.send_email,
    send_sms: old.send_sms,
    recipient_emails: old.recipient_emails,
    fee_payer: old.fee_payer,
    purpose: old.purpose,
  }
  const [made] = await createOne(ctx, wish, { at: '' }, { paysAgain: txnRef })
  if (!made) throw new Error('nothing was made')
  ctx.auditSubject(made.txn_ref, madeAs({ pays_again: txnRef, amount: decimalText(made.amount_minor, made.currency) }))
  return wirePayout(ctx, made)
}

/** The reference of the payout that pays it again; empty for none. Index: payouts_paid_again. */
export async function paidAgainBy(ctx: Ctx, txnRef: string): Promise<string> {
  const row = await ctx.own.select('payouts').select('txn_ref').where('pays_again', '=', txnRef).executeTakeFirst()
  return row?.txn_ref ?? ''
}
