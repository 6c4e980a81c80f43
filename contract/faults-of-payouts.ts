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
  peopleOnly: {
    http: 403,
    code: '4081',
    reason: 'PEOPLE_ONLY',
    text: 'Only people verify and approve payouts, in the console.',
  },
} as const satisfies Record<string, FaultSpec>
