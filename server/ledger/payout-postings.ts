import type { Ctx } from '#server/kit/ctx.ts'
import { postCovered, postReserved, type OfAccount } from './covered-account.ts'
import { accounts, post, type Transfer } from './post.ts'

/** A payout, as far as the ledger has to know it. `totalMinor` is what leaves the account: the amount, and the fee and tax of a sender. */
interface OfPayout extends OfAccount {
  txnRef: string
  totalMinor: bigint
  /** Of a payout that went back to its maker after it was set aside; absent for the first. */
  revision?: number
}
/** What the statement shows of the other side. */
interface Shown {
  channelRef: string
  /** The last digits of the beneficiary's account. */
  otherSide: string
  /** When the money moved, by the bank's clock. */
  at: Date
}

/**
 * Sets the total aside. `short`, and nothing is changed, when the account has not as much available. The caller holds the
 * lock of the payout's row.
 */
export async function reservePayout(ctx: Ctx, payout: OfPayout): Promise<'reserved' | 'short'> {
  const { accountNo, totalMinor } = payout
  const moved = { accountNo, available: -totalMinor, reserved: totalMinor, rows: [] }
  return (await postCovered(ctx, moved, reservation(payout))) ? 'reserved' : 'short'
}

/** The same for several of one account, all or none. */
export async function reservePayouts(
  ctx: Ctx,
  account: OfAccount,
  payouts: readonly Omit<OfPayout, keyof OfAccount>[],
): Promise<'reserved' | 'short'> {
  const totalMinor = payouts.reduce((sum, payout) => sum + payout.totalMinor, 0n)
  const transfers = payouts.map((payout) => reservation({ ...payout, ...account }))
  return (await postReserved(ctx, { ...account, totalMinor }, transfers)) ? 'reserved' : 'short'
}

const reservation = ({ txnRef, accountNo, currency, totalMinor, revision = 1 }: OfPayout): Transfer => ({
  kind: 'payout.reserved',
  businessKey: `payout:${txnRef}:reserved${revision === 1 ? '' : `:${revision}`}`,
  objectType: 'payout',
  objectRef: txnRef,
  currency,
  lines: [
    { account: accounts.vaBalance(accountNo), amountMinor: totalMinor },
    { account: accounts.payoutClearing(accountNo), amountMinor: -totalMinor },
  ],
})

/** Takes back what was set aside, as the payout goes back to its maker; it may be set aside again under its next revision. */
export async function releasePayout(ctx: Ctx, payout: OfPayout & { revision: number }): Promise<void> {
  const { txnRef, accountNo, currency, totalMinor, revision } = payout
  const posted = await postCovered(
    ctx,
    { accountNo, available: totalMinor, reserved: -totalMinor, rows: [] },
    {
      kind: 'payout.released',
      businessKey: `payout:${txnRef}:released:${revision}`,
      objectType: 'payout',
      objectRef: txnRef,
      currency,
      lines: [
        { account: accounts.payoutClearing(accountNo), amountMinor: totalMinor },
        { account: accounts.vaBalance(accountNo), amountMinor: -totalMinor },
      ],
    },
  )
  expectCovered(posted, txnRef)
}

type PayoutEnd =
  | { end: 'voided' }
  /** `totalMinor` less fee and tax is what the beneficiary got. */
  | ({ end: 'paid'; feeMinor: bigint; taxMinor: bigint } & Shown)

/**
 * Ends a reservation: the money has left, or may be used again. Both have one business key, so the ledger refuses a second end.
 * Rejects for a payout that is not reserved: a defect of the caller.
 */
export async function endPayout(ctx: Ctx, payout: OfPayout & PayoutEnd): Promise<void> {
  const { txnRef, accountNo, currency, totalMinor, end } = payout
  const clearing = { account: accounts.payoutClearing(accountNo), amountMinor: totalMinor }
  const transfer = { businessKey: `payout:${txnRef}:ended`, objectType: 'payout', objectRef: txnRef, currency } as const
  if (end === 'voided') {
    const lines = [clearing, { account: accounts.vaBalance(accountNo), amountMinor: -totalMinor }]
    const moved = { accountNo, available: totalMinor, reserved: -totalMinor, rows: [] }
    return expectCovered(await postCovered(ctx, moved, { ...transfer, kind: 'payout.voided', lines }), txnRef)
  }
  const { feeMinor, taxMinor, at, channelRef, otherSide } = payout
  const sent = totalMinor - feeMinor - taxMinor
  const row = { txnRef, channelRef, otherSide, actualAt: at }
  const rows = [
    { ...row, kind: 'payout', amountMinor: -sent },
    { ...row, kind: 'fee', amountMinor: -feeMinor },
    { ...row, kind: 'tax', amountMinor: -taxMinor },
  ] as const
  const lines = [
    clearing,
    { account: accounts.vaBank(accountNo), amountMinor: -sent },
    { account: accounts.feeIncome, amountMinor: -feeMinor },
    { account: accounts.feeTaxPayable, amountMinor: -taxMinor },
  ]
  const moved = { accountNo, available: 0n, reserved: -totalMinor, rows }
  expectCovered(await postCovered(ctx, moved, { ...transfer, kind: 'payout.paid', lines }), txnRef)
}

/**
 * Money of a paid payout has come back, whole or in part. `number` counts the returns of a payout from 1. Fee and tax stay.
 * Whoever calls it enqueues `release-payouts`, as after every credit.
 */
export async function returnPayout(
  ctx: Ctx,
  payout: Omit<OfPayout, 'totalMinor'> & Shown & { number: number; returnedMinor: bigint },
): Promise<void> {
  const { txnRef, accountNo, currency, number, returnedMinor, channelRef, otherSide, at } = payout
  const row = { kind: 'return', amountMinor: returnedMinor, txnRef, channelRef, otherSide, actualAt: at } as const
  const posted = await postCovered(
    ctx,
    { accountNo, available: returnedMinor, reserved: 0n, rows: [row] },
    {
      kind: 'payout.returned',
      businessKey: `payout:${txnRef}:returned:${number}`,
      objectType: 'payout',
      objectRef: txnRef,
      currency,
      lines: [
        { account: accounts.vaBank(accountNo), amountMinor: returnedMinor },
        { account: accounts.vaBalance(accountNo), amountMinor: -returnedMinor },
      ],
    },
  )
  expectCovered(posted, txnRef)
}

function expectCovered(posted: boolean, txnRef: string): void {
  if (!posted) throw new RangeError(`payout ${txnRef} has no such reservation or account`)
}

/** Money that came onto an account, by the bank's own reference. */
export interface Deposited extends OfAccount {
  depositRef: string
  amountMinor: bigint
  payer: string
  /** By the bank's clock. */
  at: Date
}

/** Posts a deposit, once for its reference: to the account's balance, or to suspense, where it waits for a decision. */
export async function postDeposit(ctx: Ctx, deposit: Deposited, to: 'balance' | 'suspense'): Promise<void> {
  const { depositRef, accountNo, currency, amountMinor } = deposit
  const transfer = {
    kind: to === 'balance' ? 'deposit.credited' : 'deposit.suspended',
    businessKey: `va:${accountNo}:deposit:${depositRef}`,
    objectType: 'deposit',
    objectRef: `${accountNo}:${depositRef}`,
    currency,
    lines: [
      { account: accounts.vaBank(accountNo), amountMinor },
      { account: to === 'balance' ? accounts.vaBalance(accountNo) : accounts.vaSuspense, amountMinor: -amountMinor },
    ],
  } as const
  if (to === 'suspense') post(ctx, transfer)
  else await credit(ctx, deposit, transfer)
}

/** Posts the decision about a deposit in suspense: to the balance of its account, or back to its sender. */
export async function postDecision(ctx: Ctx, deposit: Deposited, to: 'balance' | 'sender'): Promise<void> {
  const { depositRef, accountNo, currency, amountMinor } = deposit
  const target = to === 'balance' ? accounts.vaBalance(accountNo) : accounts.vaBank(accountNo)
  const transfer = {
    kind: to === 'balance' ? 'deposit.accepted' : 'deposit.sent_back',
    businessKey: `va:${accountNo}:deposit:${depositRef}:decided`,
    objectType: 'deposit',
    objectRef: `${accountNo}:${depositRef}`,
    currency,
    lines: [
      { account: accounts.vaSuspense, amountMinor },
      { account: target, amountMinor: -amountMinor },
    ],
  } as const
  if (to === 'sender') post(ctx, transfer)
  else await credit(ctx, deposit, transfer)
}

async function credit(
  ctx: Ctx,
  { accountNo, amountMinor, depositRef, payer, at }: Deposited,
  transfer: Transfer,
): Promise<void> {
  const row = {
    kind: 'deposit',
    amountMinor,
    txnRef: depositRef,
    channelRef: depositRef,
    otherSide: payer,
    actualAt: at,
  } as const
  const moved = { accountNo, available: amountMinor, reserved: 0n, rows: [row] }
  if (!(await postCovered(ctx, moved, transfer)))
    throw new RangeError(`no account ${accountNo} in ${transfer.currency}`)
}
