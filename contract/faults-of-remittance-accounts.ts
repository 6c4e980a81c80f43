import type { FaultSpec } from './faults.ts'

/** Faults of the accounts that remittances go to. */
export const remittanceAccountFaults = {
  remittanceAccountInvalid: {
    http: 400,
    code: '4098',
    reason: 'INVALID_REMITTANCE_ACCOUNT',
    text: 'Bank account creation failed',
  },
  remittanceAccountKnown: {
    http: 400,
    code: '4002',
    reason: 'DUPLICATE_REMITTANCE_ACCOUNT',
    text: 'Bank account creation failed',
  },
  lastDefault: {
    http: 409,
    code: '4079',
    reason: 'LAST_DEFAULT_ACCOUNT',
    text: 'Money waits to be sent to this account. Make another one the default first.',
  },
} as const satisfies Record<string, FaultSpec>
