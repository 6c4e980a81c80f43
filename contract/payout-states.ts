import { machine } from './kit/machine.ts'

/**
 * The states of a payout. Nothing is set aside before `Approved`; from then on amount, fee and tax are, except while it is `Queued` or
 * waits for its time (`Scheduled`, which sets aside when the time comes). `Processing` never leads back: the provider may have paid.
 */
export const payoutStates = machine({
  states: [
    'Created', 'Verified', 'Approved', 'Scheduled', 'Queued', 'Processing', 'Success', 'Failed', 'Returned', 'Cancelled', 'Rejected',
  ],
  actions: {
    edit: { from: ['Created', 'Verified'], to: 'Created' },
    /** The account of its beneficiary has changed. */
    reopen: { from: ['Created', 'Verified', 'Approved', 'Scheduled', 'Queued'], to: 'Created' },
    verify: { from: ['Created'], to: 'Verified' },
    /** The last approval; with the verification step off also of what is `Created`. */
    approve: { from: ['Created', 'Verified', 'Scheduled', 'Queued'], to: 'Approved' },
    /** Approved for a later time, or while the rail is closed. */
    schedule: { from: ['Created', 'Verified', 'Queued'], to: 'Scheduled' },
    /** Approved, and the account has not enough. */
    queue: { from: ['Created', 'Verified', 'Scheduled'], to: 'Queued' },
    claim: { from: ['Approved', 'Scheduled', 'Queued'], to: 'Processing' },
    succeed: { from: ['Processing'], to: 'Success' },
    fail: { from: ['Processing'], to: 'Failed' },
    return: { from: ['Success', 'Returned'], to: 'Returned' },
    cancel: { from: ['Created', 'Verified', 'Approved', 'Scheduled', 'Queued'], to: 'Cancelled' },
    reject: { from: ['Created', 'Verified'], to: 'Rejected' },
  },
}) // prettier-ignore
export type PayoutState = (typeof payoutStates.states)[number]

/** Who bears the fee: on top of the amount, or out of it. */
export const feePayers = ['SENDER', 'RECEIVER'] as const
export type FeePayer = (typeof feePayers)[number]

/**
 * What keeps a payout from moving, and who ends it: people (`verification`, `approval`), money (`funds`), a moment (`time`, `rail_hours`,
 * `account_wait`, `limit`), a decision (`name_check`, `screening`), an administrator or the operator (`channel_stopped`,
 * `merchant_frozen`, `merchant_inactive`), whoever keeps the beneficiary (`beneficiary_inactive`), whoever makes files for the bank (`bank_file`) and brings its answers
 * (`bank_answer`), or the provider (`provider`).
 */
export const payoutWaits = [
  'verification', 'approval', 'funds', 'time', 'rail_hours', 'account_wait', 'limit', 'name_check', 'screening', 'channel_stopped',
  'merchant_frozen', 'merchant_inactive', 'beneficiary_inactive', 'provider', 'bank_file', 'bank_answer',
] as const // prettier-ignore
export type PayoutWait = (typeof payoutWaits)[number]

/** How the bank's name of an account compares with the one that was entered. */
export const nameChecks = ['UNCHECKED', 'MATCH', 'CLOSE_MATCH', 'NO_MATCH', 'NOT_POSSIBLE'] as const
export type NameCheck = (typeof nameChecks)[number]
