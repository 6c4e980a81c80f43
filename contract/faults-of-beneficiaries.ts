import type { FaultSpec } from './faults.ts'

/** Faults of beneficiaries and their accounts. */
export const beneficiaryFaults = {
  accountInvalid: {
    http: 400,
    code: '4098',
    reason: 'INVALID_BENEFICIARY_ACCOUNT',
    text: "Money can't be sent to this account. See errors.",
  },
  nameCheckImpossible: {
    http: 400,
    code: '4102',
    reason: 'ACCOUNT_VERIFICATION_NOT_POSSIBLE',
    text: "The channel can't tell whose account this is. Say why you trust it.",
  },
  ownChange: {
    http: 403,
    code: '4081',
    reason: 'OWN_CHANGE',
    text: 'You made this yourself. Ask another administrator.',
  },
} as const satisfies Record<string, FaultSpec>
