import type { FaultSpec } from './faults.ts'

/** Faults of payouts. */
export const payoutFaults = {
  payoutReferenceUsed: {
    http: 400,
    code: '4002',
    reason: 'PAYOUT_REFERENCE_USED',
    text: 'Another payout has this reference.',
  },
  possibleDuplicate: {
    http: 409,
    code: '4002',
    reason: 'POSSIBLE_DUPLICATE',
    text: 'The same amount went to this account within 72 hours. Give a reason to pay it again.',
  },
  virtualAccountUnknown: {
    http: 400,
    code: '4061',
    reason: 'INVALID_VIRTUAL_ACCOUNT',
    text: "There's no open virtual account with this number.",
  },
  virtualAccountCurrency: {
    http: 400,
    code: '4076',
    reason: 'INVALID_VIRTUAL_ACCOUNT_CURRENCY',
    text: 'The virtual account has another currency.',
  },
  belowMinimum: {
    http: 400,
    code: '4077',
    reason: 'INVALID_MINIMUM_AMOUNT_LIMIT',
    text: 'This is less than can be paid out.',
  },
  aboveMaximum: {
    http: 400,
    code: '4078',
    reason: 'INVALID_MAXIMUM_PAYOUT_AMOUNT',
    text: 'This is more than can be paid out.',
  },
  virtualAccountRefused: {
    http: 400,
    code: '4045',
    reason: 'VIRTUAL_ACCOUNT_NOT_SUPPORTED',
    text: 'Something went wrong',
  },
  nothingForFile: {
    http: 409,
    code: '4079',
    reason: 'NOTHING_FOR_FILE',
    text: 'No approved payout waits for a file.',
  },
  sameCustodian: {
    http: 403,
    code: '4081',
    reason: 'SECOND_PERSON_NEEDED',
    text: 'Another person has to decide about this.',
  },
  verifyStepDisabled: {
    http: 400,
    code: '4001',
    reason: 'VERIFY_STEP_DISABLED',
    text: 'verify step is disabled.',
  },
  otpIncorrect: { http: 400, code: '4073', reason: 'OTP_INCORRECT', text: 'Incorrect OTP' },
  otpIncorrectByPhone: { http: 400, code: '4073', reason: 'OTP_INCORRECT_BY_PHONE', text: 'OTP incorrect' },
  otpExpired: {
    http: 400,
    code: '4056',
    reason: 'OTP_EXPIRED',
    text: 'This code has expired. Have a new one sent.',
  },
  codeTooSoon: {
    http: 429,
    code: '4088',
    reason: 'CODE_TOO_SOON',
    text: 'A code was sent less than a minute ago. Wait a moment before you ask for another.',
  },
  payoutCodesLocked: {
    http: 429,
    code: '4088',
    reason: 'PAYOUT_CODES_LOCKED',
    text: 'Too many wrong codes. Have a new code sent, or wait an hour.',
  },
  phoneNotConfirmed: {
    http: 400,
    code: '4064',
    reason: 'PHONE_NOT_CONFIRMED',
    text: 'Confirm your phone number first.',
  },
  nothingToDecide: {
    http: 409,
    code: '4079',
    reason: 'NOTHING_TO_DECIDE',
    text: 'No payout waits for you.',
  },
  payoutChanged: {
    http: 409,
    code: '4001',
    reason: 'PAYOUT_CHANGED',
    text: 'Some payouts have changed since the code was sent. Look at them, and have a new code sent.',
  },
  peopleOnly: {
    http: 403,
    code: '4081',
    reason: 'PEOPLE_ONLY',
    text: 'Only people verify and approve payouts, in the console.',
  },
} as const satisfies Record<string, FaultSpec>
