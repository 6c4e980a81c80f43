import { z } from 'zod'
import { oneTimeCode, PasskeyAssertion, PasskeyRequest } from './factor-shapes.ts'
import { call, content, nothing } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { currency, email, entity, environment, optionalText, phone, sumOfMoney, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { payoutActs, type PayoutAct } from './payout-rule-shapes.ts'
import { payoutStates, payoutWaits } from './payout-states.ts'
import type { Signed } from './signed-names.ts'

/** How a code arrives, or that a passkey signs in its place. */
export const codeWays = ['email', 'phone', 'passkey'] as const
export type CodeWay = (typeof codeWays)[number]

const refs = z.array(ref('payout')).min(1, { error: 'required' }).max(limits.payoutsAtOnceByCode, { error: 'too_many' })
const of = { key: merchantRef().optional(), environment }
const forCode = {
  ...of,
  /** The caller's own address; another is refused. */
  email: email.optional(),
  two_fa_type: z.enum(['email', 'phone']).optional(),
  /** The payouts that the code is for; without, all that wait for this act of the caller, up to 1,000. */
  txn_refs: refs.optional(),
}
const Total = entity({ currency, amount: sumOfMoney() })
const CodeSent = z.object({
  action: z.enum(payoutActs),
  type: z.enum(['email', 'phone']),
  /** Where it went, masked. */
  sent_to: z.string(),
  /** Whether a server for such messages is set up; without one, the code rests in the outbox of a demo. */
  is_sent: z.boolean(),
  /** What it is good for: exactly this, or a part of it. */
  txn_refs: z.array(z.string()),
  count: z.int(),
  totals: z.array(Total),
  expires_at: timestamp,
})
export type CodeSent = z.input<typeof CodeSent>

const forChecker = { access: 'payoutCheckers', secondFactor: true, rate: 'sign-in' } as const
const forApprover = { access: 'payoutApprovers', secondFactor: true, rate: 'sign-in' } as const
const generation = {
  answer: content(CodeSent),
  stepUp: true,
  audit: 'payout.send-code',
  notice: 'successful',
  onFailure: 'inline',
} as const
const codeFaults = [
  'notFound', 'addressMismatch', 'phoneNotConfirmed', 'codeTooSoon', 'payoutCodesLocked', 'nothingToDecide', 'ownPayout', 'denied',
  'wrongState',
] as const // prettier-ignore

/** Sends a code for verifying exactly these payouts, good for ten minutes. It ends the code that the caller had for this act. */
export const generateVerifyCode = call({
  at: 'POST /merchants/payout/generateOTP/verify',
  body: z.strictObject(forCode),
  ...forChecker,
  ...generation,
  faults: [...codeFaults, 'verifyStepDisabled'],
})
/** The same for approving. */
export const generateApproveCode = call({
  at: 'POST /merchants/payout/generateOTP/approve',
  body: z.strictObject(forCode),
  ...forApprover,
  ...generation,
  faults: codeFaults,
})
/** Sends a new code for what the last one was for. The last one ends, and the tries at it stay counted. */
export const resendVerifyCode = call({
  at: 'POST /merchants/payout/resendOTP/verify',
  body: z.strictObject(forCode),
  ...forChecker,
  ...generation,
  faults: [...codeFaults, 'verifyStepDisabled'],
})
export const resendApproveCode = call({
  at: 'POST /merchants/payout/resendOTP/approve',
  body: z.strictObject(forCode),
  ...forApprover,
  ...generation,
  faults: codeFaults,
})
/** Sends a code for approving to the caller's own confirmed telephone. */
export const generateCodeByPhone = call({
  at: 'POST /api/verification/generateOTP/{mobile}',
  params: { mobile: phone },
  body: z.strictObject(forCode),
  ...forApprover,
  ...generation,
  faults: codeFaults,
})

/** What the browser asks the caller's passkey to sign in place of a code: a digest of exactly these payouts. */
export const challengePayoutPasskey = call({
  at: 'POST /api/payouts/passkey',
  body: z.strictObject({ ...of, act: z.enum(payoutActs), txn_refs: refs.optional() }),
  answer: content(
    z.object({
      request: PasskeyRequest,
      action: z.enum(payoutActs),
      txn_refs: z.array(z.string()),
      count: z.int(),
      totals: z.array(Total),
      expires_at: timestamp,
    }),
  ),
  access: 'payoutCheckers',
  orAccess: 'payoutApprovers',
  secondFactor: true,
  stepUp: true,
  faults: ['notFound', 'invalidPasskey', 'nothingToDecide', 'ownPayout', 'denied', 'wrongState', 'verifyStepDisabled'],
  repeat: 'keyed',
  audit: 'payout.ask-passkey',
  onFailure: 'inline',
})

const given = {
  ...of,
  otp: oneTimeCode.optional(),
  passkey: PasskeyAssertion.optional(),
  /** Of those that the code is for; without, all of them. */
  txn_refs: refs.optional(),
  /** Over `action, client_key, environment, otp, txn_refs`; see {@link decisionParams}. Verified where it is sent, as the console does. */
  signature_hash: optionalText(100),
}

/**
 * What the signature of a decision covers. The action is `verify` or `approve`; the references are in ascending order with commas between
 * them; what is absent is the empty text.
 */
export const decisionParams = (
  {
    environment: mode,
    otp = '',
    txn_refs: asked = [],
  }: { environment: string; otp?: string; txn_refs?: readonly string[] },
  { action, clientKey }: { action: PayoutAct; clientKey: string },
): Signed<'payoutDecision'> => ({
  action,
  client_key: clientKey,
  environment: mode,
  otp,
  txn_refs: asked.toSorted().join(','),
})
const Decided = z.object({
  payouts: z.array(
    z.object({
      txn_ref: z.string(),
      status: z.enum(payoutStates.states),
      waits_for: z.union([z.enum(payoutWaits), z.literal('')]),
    }),
  ),
})
export type Decided = z.output<typeof Decided>
const decision = {
  answer: content(Decided),
  repeat: 'required',
  notice: 'successful',
  onFailure: 'inline',
} as const
const decisionFaults = [
  'notFound', 'invalidSignature', 'addressMismatch', 'otpExpired', 'payoutCodesLocked', 'payoutChanged', 'ownPayout', 'wrongState', 'invalidPasskey', 'denied',
] as const // prettier-ignore

/** Verifies payouts, all or none, with the code or passkey that was made for exactly them. */
export const verifyPayouts = call({
  at: 'POST /merchants/payout/verify',
  body: z.strictObject({ ...given, name: optionalText(200), email: email.optional() }),
  ...forChecker,
  ...decision,
  faults: [...decisionFaults, 'otpIncorrect', 'verifyStepDisabled'],
  audit: 'payout.verify',
})
const approval = z.strictObject({ ...given, approver_name: optionalText(200), approver_email: email.optional() })
/** Approves payouts, all or none. The last approval sets their money aside and lets them go. */
export const approvePayouts = call({
  at: 'POST /merchants/payout/approve',
  body: approval,
  ...forApprover,
  ...decision,
  faults: [...decisionFaults, 'otpIncorrect'],
  audit: 'payout.approve',
})
export const approvePayoutsByPhone = call({
  at: 'POST /merchants/payout/approve/{mobile}',
  params: { mobile: phone },
  body: approval,
  ...forApprover,
  ...decision,
  faults: [...decisionFaults, 'otpIncorrectByPhone', 'phoneNotConfirmed'],
  audit: 'payout.approve',
})

/** Ends payouts that are not approved yet, all or none. */
export const rejectPayouts = call({
  at: 'POST /api/payouts/reject',
  body: z.strictObject({ ...of, txn_refs: refs, remark: text(limits.payoutReasonLength) }),
  answer: content(Decided),
  access: 'payoutCheckers',
  orAccess: 'payoutApprovers',
  secondFactor: true,
  faults: ['notFound', 'wrongState'],
  audit: 'payout.reject',
  notice: 'Payouts rejected',
  onFailure: 'inline',
})

const OwnPhone = z.object({
  /** Masked; empty without a number in the profile. */
  phone: z.string(),
  is_confirmed: z.boolean(),
})
/** Whether codes can go to the caller's telephone. */
export const readPayoutPhone = call({
  at: 'GET /api/payouts/phone',
  answer: content(OwnPhone),
  access: 'payouts',
})
/** Sends a code to the telephone of the caller's profile, to confirm it. */
export const sendPhoneCode = call({
  at: 'POST /api/payouts/phone/code',
  answer: content(z.object({ sent_to: z.string(), is_sent: z.boolean(), expires_at: timestamp })),
  access: 'payouts',
  secondFactor: true,
  stepUp: true,
  rate: 'sign-in',
  faults: ['recipientMissing', 'codeTooSoon'],
  audit: 'payout.send-phone-code',
  onFailure: 'inline',
})
/** Confirms that telephone by its code. A change of the number in the profile ends the confirmation. */
export const confirmPayoutPhone = call({
  at: 'POST /api/payouts/phone/confirm',
  body: z.strictObject({ otp: oneTimeCode }),
  answer: nothing,
  access: 'payouts',
  secondFactor: true,
  rate: 'sign-in',
  faults: ['otpIncorrect', 'otpExpired', 'payoutCodesLocked'],
  repeat: 'safe',
  notice: 'Phone number confirmed',
  audit: 'payout.confirm-phone',
  onFailure: 'inline',
})
