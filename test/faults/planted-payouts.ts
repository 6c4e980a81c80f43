import type { Patch } from './patched-source.ts'

/** Each request for a payout's money has a key of its own, and how the one before stands is not asked. */
export const payoutKeyOfEachTry: readonly Patch[] = [
  { file: 'server/payouts/send.ts', from: `if (asked) {`, to: `if (asked && process.env['NEVER']) {` },
  {
    file: 'server/payouts/send.ts',
    from: `key: payout.txn_ref,\n    accountNo`,
    to: "key: payout.status === 'Approved' ? payout.txn_ref : `${payout.txn_ref}.${Date.now()}`,\n    accountNo",
  },
]

/** A code is bound to what it costs, but not to the revision that people were shown. */
export const codeOfAnyRevision: readonly Patch[] = [
  { file: 'server/payout-approvals/content.ts', from: `    of.revision,\n`, to: '' },
]

/** A request that repeats one under way is answered as if it were another. */
export const repeatsAsOthers: readonly Patch[] = [
  { file: 'server/kit/http/gate.ts', from: `if (!(await isAnswered())) throw error`, to: `throw error` },
]

/** No fault: the clock of an API is as far off as its settings say, in milliseconds. */
export const apiClockOff: readonly Patch[] = [
  {
    file: 'server/app.ts',
    from: `{ now = () => new Date(), rateFactor`,
    to: `{ now = () => new Date(Date.now() + Number(process.env['CLOCK_OFF_MS'])), rateFactor`,
  },
]
