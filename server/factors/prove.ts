import type { PasskeyAssertion, SecondFactor } from '#contract/factor-shapes.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import { takeStep, tryCode } from './authenticator.ts'
import { takeAssertion } from './passkeys.ts'
import { codesLeft, takeCode } from './recovery-codes.ts'
import { tellUser } from './tell.ts'

/** A second factor in a request. */
export interface Offer {
  otp?: string | undefined
  recovery_code?: string | undefined
  passkey?: PasskeyAssertion | undefined
}
/** An offer whose code has been tried and counted. */
export type CheckedOffer =
  | { factor: 'totp'; step: bigint }
  | { factor: 'recovery_code'; code: string }
  | { factor: 'passkey'; assertion: PasskeyAssertion }

/** Whether a request offers a factor. */
export const offers = ({ otp, recovery_code, passkey }: Offer): boolean =>
  (otp ?? recovery_code ?? passkey) !== undefined

/**
 * Checks an offer of exactly one factor, before the request's transaction, so that a tried code stays counted however the
 * request ends. Throws `invalidCode`, `codesLocked`, or `invalidRequest` where there is none or more than one.
 */
export async function checkOffer(
  before: Before,
  user: { owner: Owner; subUserId: string },
  { otp, recovery_code, passkey }: Offer,
): Promise<CheckedOffer> {
  const offered = [otp, recovery_code, passkey].filter((one) => one !== undefined)
  if (offered.length !== 1) throw fieldFault('invalidRequest', 'otp', 'required', 'Offer exactly one second factor.')
  if (passkey) return { factor: 'passkey', assertion: passkey }
  if (recovery_code !== undefined) return { factor: 'recovery_code', code: recovery_code }
  const step = await before.apart(user.owner, (ctx) => tryCode(ctx, user.subUserId, otp ?? ''))
  if (step === null) throw new Fault('invalidCode')
  return { factor: 'totp', step }
}

/**
 * Uses the factor up, in the transaction of the act that it proves: the same code, recovery code or signature is refused
 * afterwards. `about` is the session or sign-in that a passkey's challenge was made for.
 */
export async function takeFactor(
  ctx: Ctx,
  subUserId: string,
  offer: CheckedOffer,
  about: string,
): Promise<SecondFactor> {
  switch (offer.factor) {
    case 'totp':
      if (!(await takeStep(ctx, subUserId, offer.step))) throw new Fault('invalidCode')
      break
    case 'recovery_code':
      if (!(await takeCode(ctx, subUserId, offer.code))) throw new Fault('invalidCode')
      writeAudit(ctx, { action: 'two-step.use-recovery-code', objectRef: subUserId, result: 'done' })
      await tellUser(ctx, subUserId, 'recoveryCodeUsed', String(await codesLeft(ctx, subUserId)))
      break
    case 'passkey':
      await takeAssertion(ctx, subUserId, offer.assertion, about)
  }
  return offer.factor
}
