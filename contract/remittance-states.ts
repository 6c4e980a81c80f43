import { machine } from './kit/machine.ts'

/**
 * A remittance settlement: what a merchant's sales of a period in one currency come to, and its sending. `Open` is the running period;
 * the cut makes it `Calculated`; what is to be sent is `Processing` from the moment the provider is asked.
 */
export const remittanceStates = machine({
  states: ['Open', 'Calculated', 'On Hold', 'Processing', 'Remitted', 'Failed', 'Returned'],
  actions: {
    cut: { from: ['Open'], to: 'Calculated' },
    hold: { from: ['Calculated'], to: 'On Hold' },
    release: { from: ['On Hold'], to: 'Calculated' },
    /** Nothing is left to send. */
    end: { from: ['Calculated'], to: 'Remitted' },
    send: { from: ['Calculated'], to: 'Processing' },
    succeed: { from: ['Processing'], to: 'Remitted' },
    fail: { from: ['Processing'], to: 'Failed' },
    return: { from: ['Remitted'], to: 'Returned' },
    /** Another attempt, with a key of its own. */
    retry: { from: ['Failed', 'Returned'], to: 'Calculated' },
  },
})
export type RemittanceState = (typeof remittanceStates.states)[number]

/** How far a payment in another currency than the merchant's own has come; the others have an empty one. */
export const remitStatuses = ['UNSETTLED', 'PSP_SETTLED', 'IN_SETTLEMENT', 'REMITTED'] as const
export type RemitStatus = (typeof remitStatuses)[number]

/** Why a settlement is not sent, and who ends that. */
export const remittanceHolds = {
  account_waits: 'time',
  account_missing: 'merchant',
  name_differs: 'merchant',
  document_missing: 'merchant',
  screening: 'operator',
  rate_moved: 'merchant',
  other_amount: 'operator',
  proof: 'operator',
  ledger_frozen: 'operator',
  merchant_inactive: 'operator',
} as const satisfies Record<string, 'time' | 'merchant' | 'operator'>
export type RemittanceHold = keyof typeof remittanceHolds

/** Why a period that is over was not cut: it goes on, or without a rate waits for one. */
export const uncutReasons = ['below_minimum', 'beyond_reserve', 'no_rate'] as const
export type UncutReason = (typeof uncutReasons)[number]

/** Why reconciliation adjusts what a merchant gets; the operator gives reasons of their own. */
export const adjustmentReasons = ['psp_reopened', 'psp_settled_again'] as const
export type AdjustmentReason = (typeof adjustmentReasons)[number]

/** What stands in a settlement. Each is in one settlement only. */
export const remittanceItemKinds = ['payment', 'refund', 'refund_failed', 'adjustment'] as const

/** What moves a reserve; a credit raises it, and lowers what is sent. */
export const reserveKinds = {
  rolling_hold: 'CREDIT',
  rolling_release: 'DEBIT',
  fixed_hold: 'CREDIT',
  fixed_release: 'DEBIT',
  used: 'DEBIT',
  adjustment: 'CREDIT',
} as const satisfies Record<string, 'CREDIT' | 'DEBIT'>
export type ReserveKind = keyof typeof reserveKinds
