import type { PasskeyAssertion } from '#contract/factor-shapes.ts'
import { Fault, fieldFault, type FaultName } from '#contract/faults.ts'
import type { PayoutAct } from '#contract/payout-rule-shapes.ts'
import type { Before } from '#server/kit/handler.ts'
import { policyOf } from '#server/payout-rules/queries.ts'
import { grantTry, grantTryOfHour } from './code-rows.ts'
import { isSame, proofOf } from './proof.ts'

/** A code that was right, or a signature that is still to be checked. */
export type Tried = { codeId: string } | { passkey: PasskeyAssertion }

/**
 * Tries a code before the transaction of its act, so that the try stays counted however that ends: first counted, then compared, then
 * its time by the database's clock. A wrong code changes nothing but the count. `wrong` is the fault of a code that is not right.
 */
export async function tryCode(
  before: Before,
  act: PayoutAct,
  { otp, passkey, wrong }: { otp?: string | undefined; passkey?: PasskeyAssertion | undefined; wrong: FaultName },
): Promise<Tried> {
  const { user, owner } = before
  if (!user || !owner) throw new Fault('sessionLost')
  if ((otp === undefined) === (passkey === undefined))
    throw fieldFault('invalidRequest', 'otp', 'required', 'Send a code or a signature by a passkey.')
  if (act === 'verify' && !(await before.apart(owner, policyOf)).verification) throw new Fault('verifyStepDisabled')
  if (otp === undefined) return { passkey: passkey as PasskeyAssertion }
  const { merchantId, environment, subUserId } = user
  if (!(await before.apart({ merchantId, environment }, (own) => grantTryOfHour(own, subUserId))))
    throw new Fault('payoutCodesLocked')
  const tried = await before.apart(owner, async (ctx): Promise<FaultName | Tried> => {
    const code = await grantTry(ctx, { subUserId, act })
    if (code === null) return 'payoutCodesLocked'
    if (
      !code ||
      !isSame(code.proof, await proofOf(ctx, { codeId: code.code_id, subUserId, act, lines: code.lines }, otp))
    )
      return wrong
    return code.is_expired ? 'otpExpired' : { codeId: code.code_id }
  })
  if (typeof tried === 'string') throw new Fault(tried)
  return tried
}
