import { machine } from './kit/machine.ts'

/**
 * A settlement: a batch of a source in one currency and account. Files make it `incomplete`, `unproven` or `proven` as they come and go;
 * what is closed is posted and frozen, and a reopened one is worked out anew by the next run.
 */
export const settlementStates = machine({
  states: ['incomplete', 'unproven', 'proven', 'closed', 'reopened'],
  actions: {
    lack: { from: ['unproven', 'proven', 'reopened'], to: 'incomplete' },
    doubt: { from: ['incomplete', 'proven', 'reopened'], to: 'unproven' },
    prove: { from: ['incomplete', 'unproven', 'reopened'], to: 'proven' },
    close: { from: ['proven'], to: 'closed' },
    /** By two people. */
    closeUnproven: { from: ['unproven'], to: 'closed' },
    /** By two people. */
    reopen: { from: ['closed'], to: 'reopened' },
  },
})
export type SettlementState = (typeof settlementStates.states)[number]

/** Why something is in suspense: a difference of an amount or a fee, a line nobody knows, one whose match is not closed yet, the proof. */
export const differenceKinds = ['amount', 'fee', 'unknown', 'waiting', 'proof'] as const
export type DifferenceKind = (typeof differenceKinds)[number]
