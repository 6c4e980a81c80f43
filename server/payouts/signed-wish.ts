import { Fault, fieldFault } from '#contract/faults.ts'
import { majorText } from '#contract/kit/money.ts'
import type { PayoutWish } from '#contract/payout-wish.ts'
import type { Signed } from '#contract/signed-names.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { isSignedBy } from '#server/kit/auth/signed.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/**
 * Checks the signature of a wished payout: its own, or the one that stands beside a single one. A server key stands for it.
 * Throws `invalidSignature`, or `invalidRequest` where there is none.
 */
export async function checkSignature(
  ctx: Ctx,
  wish: PayoutWish,
  beside: string | undefined,
  at: string,
): Promise<void> {
  const signature = wish.signature_hash || beside
  if (!signature && ctx.actor.kind === 'server' && ctx.actor.id !== null) return
  if (!signature) throw fieldFault('invalidRequest', `${at}signature_hash`, 'required', 'This is needed.')
  const { key } = await merchantOf(ctx)
  if (!(await isSignedBy(ctx, paramsOf(wish, key), signature)))
    throw new Fault('invalidSignature', {
      errors: [{ path: `${at}signature_hash`, reason: 'wrong', text: 'This signature is another.' }],
    })
}

const paramsOf = (wish: PayoutWish, clientKey: string): Signed<'payoutRequest'> => ({
  amount: majorText(wish.amount, wish.currency),
  client_key: clientKey,
  currency: wish.currency,
  merchant_txn_ref: wish.txn_ref ?? '',
  to_account_no: wish.bank_details?.account_no ?? wish.account_uuid ?? wish.beneficiary_uuid ?? '',
  virtual_account_no: wish.virtual_acc_no,
})
