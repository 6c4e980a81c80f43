import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openPayingOut, type PayingOut } from '#server/payouts/fixtures.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { freezeOf, freezePayouts, unfreezePayouts } from './freeze-payouts.ts'
import type { Finding } from './verify.ts'

/** Each check of payouts and deposits finds its fault, planted by the owner of the schema, and nothing where all is well. */
let out: PayingOut
let accountNo: string
let paid: string
let waits: string
beforeAll(async () => {
  out = await openPayingOut()
  accountNo = await out.account(1_000)
  paid = await out.make(accountNo)
  await out.approve(paid)
  await out.release(accountNo)
  await out.send(paid)
  await out.word(paid, { kind: 'paid' })
  waits = await out.make(accountNo)
  await out.approve(waits)
})
afterAll(() => out.close())

const found = async () => ((await out.findings()) as Finding[]).map(({ invariant }) => invariant)
/** Runs statements past the triggers that keep the ledger append-only, as a tampering would. */
async function tamper(...statements: string[]): Promise<void> {
  await out.testApp.owner.transaction(null, async (tx) => {
    await tx.query('set local session_replication_role = replica', [])
    for (const statement of statements) await tx.query(statement, [])
  })
}

it('finds nothing where all is well', async () => {
  expect(await out.state(paid)).toBe('Success')
  expect(await found()).toEqual([])
})

const [asItStands, forItsAmounts] = [
  'each payout is booked as it stands, once',
  'every booking of a payout is for its amounts and its account',
] as const
const ofPayout = (ref: string) => `where txn_ref = '${ref}'`
/** Sets a column of a payout, and sets it back. */
const set = (ref: () => string, column: string, to: string, back: string) => () => ({
  act: `update payouts set ${column} = ${to} ${ofPayout(ref())}`,
  undo: `update payouts set ${column} = ${back} ${ofPayout(ref())}`,
})
const of = (kind: string, ref: string) =>
  `select transfer_id from ledger_transfers where kind = '${kind}' and object_ref = '${ref}'`
/** Faults that leave each transfer at zero. */
const planted: [string, () => { act: string; undo: string }][] = [
  // More was taken than was there, holds included.
  [
    'a virtual account has available and set aside what its entries say',
    () => ({
      act: `update ledger_entries set amount_minor = amount_minor * 20 where transfer_id = (${of('payout.reserved', waits)})`,
      undo: `update ledger_entries set amount_minor = amount_minor / 20 where transfer_id = (${of('payout.reserved', waits)})`,
    }),
  ],
  // Booked twice, or not at all.
  [
    asItStands,
    () => ({
      act: `update ledger_transfers set kind = 'payout.paid' where transfer_id = (${of('payout.reserved', waits)})`,
      undo: `update ledger_transfers set kind = 'payout.reserved' where transfer_id = (${of('payout.paid', waits)})`,
    }),
  ],
  [
    asItStands,
    () => ({
      act: `update ledger_transfers set object_ref = '${waits}' where transfer_id = (${of('payout.paid', paid)})`,
      undo: `update ledger_transfers set object_ref = '${paid}' where transfer_id = (${of('payout.paid', waits)})`,
    }),
  ],
  // A state that its transfers do not imply.
  [asItStands, set(() => paid, 'status', "'Returned'", "'Success'")],
  [asItStands, set(() => waits, 'status', "'Created'", "'Approved'")],
  [asItStands, set(() => waits, 'status', "'Queued'", "'Approved'")],
  [asItStands, set(() => waits, 'status', "'Cancelled'", "'Approved'")],
  // Fee and tax of the payout itself.
  [forItsAmounts, set(() => paid, 'fee_minor', 'fee_minor + 1', 'fee_minor - 1')],
  [forItsAmounts, set(() => paid, 'fee_tax_minor', 'fee_tax_minor + 1', 'fee_tax_minor - 1')],
  [
    forItsAmounts,
    set(() => paid, '(fee_minor, fee_tax_minor)', '(fee_tax_minor, fee_minor)', '(fee_tax_minor, fee_minor)'),
  ],
  [forItsAmounts, set(() => waits, 'fee_payer', "'RECEIVER'", "'SENDER'")],
  [
    forItsAmounts,
    () => ({
      act: `update ledger_entries set account = 'fee_tax_payable' where account = 'fee_income' and transfer_id = (${of('payout.paid', paid)})`,
      undo: `update ledger_entries set account = 'fee_income' where account = 'fee_tax_payable' and amount_minor = -50 and transfer_id = (${of('payout.paid', paid)})`,
    }),
  ],
  [
    forItsAmounts,
    () => ({
      act: `update ledger_entries set account = 'fee_income' where account like 'va_balance:%' and transfer_id = (${of('payout.reserved', waits)})`,
      undo: `update ledger_entries set account = 'va_balance:${accountNo}' where account = 'fee_income' and transfer_id = (${of('payout.reserved', waits)})`,
    }),
  ],
  // What was sent, and is said not to have been.
  [
    'what the provider was asked for is with it or has ended there, and nothing else',
    set(() => waits, 'channel_asked_at', 'now()', 'null'),
  ],
]

describe('finds', () => {
  let undo: string[] = []
  afterEach(async () => {
    await tamper(...undo)
    expect(await found()).toEqual([])
  })
  const ofAccount = () => `where account_no = '${accountNo}'`
  it.each<[string, () => { act: string; undo: string }]>([
    [
      'a virtual account has available and set aside what its entries say',
      () => ({
        act: `update virtual_accounts set available_minor = available_minor + 1 ${ofAccount()}`,
        undo: `update virtual_accounts set available_minor = available_minor - 1 ${ofAccount()}`,
      }),
    ],
    [
      'what a virtual account has set aside is what its payouts have reserved',
      () => ({
        act: `update payouts set reserved_minor = reserved_minor + 1 where reserved_minor > 0`,
        undo: `update payouts set reserved_minor = reserved_minor - 1 where reserved_minor > 1`,
      }),
    ],
    [
      'each payout is booked as it stands, once',
      () => ({
        act: `update payouts set status = 'Failed' where txn_ref = '${paid}'`,
        undo: `update payouts set status = 'Success' where txn_ref = '${paid}'`,
      }),
    ],
    [
      'every booking of a payout is for its amounts and its account',
      () => ({
        act: `update payouts set amount_minor = amount_minor + 1 where txn_ref = '${paid}'`,
        undo: `update payouts set amount_minor = amount_minor - 1 where txn_ref = '${paid}'`,
      }),
    ],
    [
      'what came back of a payout is what it says',
      () => ({
        act: `update payouts set returned_minor = 1 where txn_ref = '${paid}'`,
        undo: `update payouts set returned_minor = 0 where txn_ref = '${paid}'`,
      }),
    ],
    [
      'what the provider was asked for is with it or has ended there, and nothing else',
      () => ({
        act: `update payouts set channel_asked_at = null where txn_ref = '${paid}'`,
        undo: `update payouts set channel_asked_at = now() where txn_ref = '${paid}'`,
      }),
    ],
    [
      'the statement is the ledger, without a gap',
      () => ({
        act: `update account_movements set balance_minor = balance_minor + 1 ${ofAccount()} and number = 1`,
        undo: `update account_movements set balance_minor = balance_minor - 1 ${ofAccount()} and number = 1`,
      }),
    ],
    [
      'each row of a statement is in a transfer that changed as much',
      () => ({
        act: `update account_movements set amount_minor = amount_minor + 1 ${ofAccount()} and number = 1`,
        undo: `update account_movements set amount_minor = amount_minor - 1 ${ofAccount()} and number = 1`,
      }),
    ],
    [
      'each deposit is booked as it stands, once',
      () => ({
        act: `update deposits set state = 'Suspense' ${ofAccount()}`,
        undo: `update deposits set state = 'Credited' ${ofAccount()}`,
      }),
    ],
    [
      'only deposits are booked as deposits',
      () => ({
        act: `update deposits set deposit_ref = deposit_ref || 'x' ${ofAccount()}`,
        undo: `update deposits set deposit_ref = left(deposit_ref, -1) ${ofAccount()}`,
      }),
    ],
    [
      'what is in suspense is what waits for people',
      () => ({
        act: `update deposits set state = 'Suspense' ${ofAccount()}`,
        undo: `update deposits set state = 'Credited' ${ofAccount()}`,
      }),
    ],
    [
      'the bank holds what the ledger says',
      () => ({
        act: `update virtual_accounts set bank_minor = 1, bank_movement = last_movement, bank_asked_at = now() ${ofAccount()}`,
        undo: `update virtual_accounts set bank_minor = null, bank_movement = null ${ofAccount()}`,
      }),
    ],
    [
      'only payouts are booked as payouts',
      () => ({
        act: `update ledger_transfers set object_ref = object_ref || 'x' where object_ref = '${paid}' and kind = 'payout.reserved'`,
        undo: `update ledger_transfers set object_ref = '${paid}' where object_ref = '${paid}x'`,
      }),
    ],
    ...planted,
  ])('that not %s', async (invariant, plant) => {
    const { act, undo: back } = plant()
    undo = [back]
    await tamper(act)
    expect(await found()).toContain(invariant)
  })
})

it('a finding stops payouts of the merchant once, until the operator lifts it; one of payments does not', async () => {
  const finding = (invariant: string): Finding => ({
    invariant,
    merchantId: out.merchant.merchantId,
    environment: 'sandbox' satisfies Environment,
    detail: 'off by one',
  })
  await out.inOwn((ctx) => freezePayouts(ctx, finding('a paid link has exactly one payment that paid it')))
  expect(await out.inOwn(freezeOf)).toBeUndefined()
  for (let times = 0; times < 3; times++)
    await out.inOwn((ctx) => freezePayouts(ctx, finding('the bank holds what the ledger says')))
  expect(await out.inOwn(freezeOf)).toMatchObject({ invariant: 'the bank holds what the ledger says' })
  expect(await out.inOwn((ctx) => unfreezePayouts(ctx, 'the bank has booked it now'))).toBe(1)
  expect(await out.inOwn(freezeOf)).toBeUndefined()
})
