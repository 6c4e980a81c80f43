import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPayingOut, someWish, type PayingOut, type Wish } from './fixtures.ts'

/** What people, jobs and money do at once. */
let payingOut: PayingOut
beforeAll(async () => {
  payingOut = await openPayingOut()
})
afterAll(async () => {
  expect(await payingOut.findings()).toEqual([])
  await payingOut.close()
})
const settled = (acts: Promise<unknown>[]) => Promise.allSettled(acts)
/** What is set aside for a payout, by the ledger. */
const setAside = async (ref: string): Promise<bigint> => {
  const [row] = await payingOut.sql<{ minor: bigint }>(
    `select coalesce(-sum(e.amount_minor), 0)::bigint as minor from ledger_transfers t join ledger_entries e using (merchant_id, environment, transfer_id)
     where t.object_type = 'payout' and t.object_ref = $1 and e.account like 'payout_clearing:%'`,
    [ref],
  )
  return row?.minor ?? 0n
}

it('of 20 payouts of 100 on an account of 500 as many go as fit, whoever approves, cancels and pays in at once', async () => {
  const from = await payingOut.account(500)
  const refs: string[] = []
  for (let made = 0; made < 20; made += 1) refs.push(await payingOut.make(from, { fee_payer: 'RECEIVER' }))
  await settled(refs.map((ref) => payingOut.approve(ref)))
  expect(await payingOut.balances(from)).toEqual({ available: 0n, reserved: 50_000n })
  await settled([
    payingOut.deposit(from, 300),
    ...refs.slice(0, 4).map((ref) => payingOut.cancel(ref)),
    payingOut.release(from),
    payingOut.release(from),
  ])
  await payingOut.release(from)
  const states = await Promise.all(refs.map((ref) => payingOut.state(ref)))
  expect(states.filter((state) => state === 'Approved')).toHaveLength(8)
  expect(await payingOut.balances(from)).toEqual({ available: 0n, reserved: 80_000n })
})

it('a payout that is approved, cancelled and edited at once is set aside once or not at all, and sent as it was approved', async () => {
  const from = await payingOut.account(10_000)
  for (let round = 0; round < 6; round += 1) {
    const wish: Wish = someWish(from)
    const ref = await payingOut.make(from, wish)
    await settled([
      payingOut.approve(ref),
      payingOut.edit(ref, { ...wish, amount: 70 }, 1),
      payingOut.cancel(ref),
      payingOut.approve(ref),
      payingOut.send(ref),
      payingOut.send(ref),
    ])
    await settled([payingOut.send(ref), payingOut.send(ref)])
    const status = await payingOut.state(ref)
    const { amount, sent } = await payingOut.read(ref)
    const isUnderWay = status === 'Approved' || status === 'Processing'
    const total = amount === 70 ? 7_054n : 10_054n
    expect([status, await setAside(ref)]).toEqual([status, isUnderWay ? total : 0n])
    const asked = payingOut.bank.requests.filter(({ key }) => key === ref)
    expect(new Set(asked.map(({ amountMinor }) => amountMinor)).size).toBeLessThan(2)
    for (const { amountMinor } of asked) expect(amountMinor).toBe(BigInt(Math.round(sent * 100)))
    if (status === 'Cancelled' || status === 'Created') expect(asked).toEqual([])
  }
})
