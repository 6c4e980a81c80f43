import { afterAll, beforeAll, expect, it } from 'vitest'
import { retry } from './acts.ts'
import { fakeProvider } from './fake-provider.ts'
import { openRemitting, type Remitting } from './fixtures.ts'
import { applyRemittanceOutcome } from './outcomes.ts'
import { quoteRemittance } from './quote.ts'
import { sendRemittance } from './send.ts'
import { shownRemittance } from './show.ts'

let shop: Remitting
const { fake, provider } = fakeProvider()
beforeAll(async () => {
  shop = await openRemitting()
  shop.testApp.serveParts.services.provider = () => provider
  await shop.agree(at('2026-03-01T00:00'), { transfer_fee_minor: 1_500n })
  await shop.account(at('2026-03-01T00:00'))
})
afterAll(() => shop.close())

const at = (text: string) => new Date(`${text}:00Z`)
/** Midnight in Seoul. */
const midnight = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - 9 * 3_600_000)
const rate = { source: '1', destination: '1391.25' }

/** Sells 100.00 USD and cuts at the midnight before a day. */
async function cutOn(day: string): Promise<string> {
  const before = new Date(midnight(day).getTime() - 3_600_000)
  await shop.sell([{ ref: `of ${day}`, amountMinor: 10_000n, at: before }])
  await shop.settle(before, 'USD', [{ ref: `of ${day}`, grossMinor: 10_000n }])
  return (await shop.cut(midnight(day), 'USD', rate)).ref
}
async function send(moment: Date, ref: string): Promise<void> {
  fake.now = () => moment
  await shop.run(moment, quoteRemittance, { settlementRef: ref })
  await shop.run(moment, sendRemittance, { settlementRef: ref })
}
const failed = { kind: 'failed', providerRef: 'P', reason: 'ACCOUNT_CLOSED', providerText: '' } as const
const shown = (ref: string) => shop.at(at('2026-03-20T00:00'), (ctx) => shownRemittance(ctx, ref))

it('the fee of each further attempt that has ended is in the next settlement, once, and its row says of which', async () => {
  await shop.open(midnight('2026-03-09'), 'USD', '2026-03-09')
  const first = await cutOn('2026-03-10')
  expect(await shown(first)).toMatchObject({ transfer_fee_bc: 1_500n, further_attempts: [] })
  // One fails, one comes back, one is with its provider.
  const tuesday = at('2026-03-10T03:00')
  fake.answers.set(`${first}:1`, failed)
  await send(tuesday, first)
  await shop.at(tuesday, (ctx) => retry(ctx, first))
  await send(tuesday, first)
  const sent = (await shop.rows()).find(({ settlement_ref }) => settlement_ref === first)
  const amountMinor = sent?.net_amount_transferred_dc ?? 0n
  const returned = { kind: 'returned', providerRef: 'P', amountMinor, returnedMinor: amountMinor, reason: 'OTHER', providerText: '' } as const // prettier-ignore
  await shop.at(tuesday, (ctx) => applyRemittanceOutcome(ctx, first, 2, returned, tuesday))
  await shop.at(tuesday, (ctx) => retry(ctx, first))
  fake.answers.set(`${first}:3`, { kind: 'pending', providerRef: 'P3', amountMinor })
  await send(tuesday, first)

  const second = await cutOn('2026-03-11')
  expect(await shown(second)).toMatchObject({
    transfer_fee_bc: 3_000n, net_bc: 7_000n, further_attempts: [{ settlement_ref: first, attempts: 1, fee: '15.00' }],
    proof: { figures_sc: '0.00', figures_bc: '0.00', postings_sc: '0.00', postings_bc: '0.00' },
  }) // prettier-ignore

  const thursday = at('2026-03-11T03:00')
  await shop.at(thursday, (ctx) =>
    applyRemittanceOutcome(ctx, first, 3, { kind: 'paid', providerRef: 'P3', amountMinor }, thursday),
  )
  // A quote that ran out is no further attempt.
  fake.answers.set(`${second}:1`, { kind: 'quote_expired' })
  await send(thursday, second)
  fake.answers.delete(`${second}:1`)
  await send(thursday, second)
  const third = await cutOn('2026-03-12')
  expect(await shown(third)).toMatchObject({
    transfer_fee_bc: 3_000n,
    further_attempts: [{ settlement_ref: first, attempts: 1, fee: '15.00' }],
  })
  expect(await shown(await cutOn('2026-03-13'))).toMatchObject({ transfer_fee_bc: 1_500n, further_attempts: [] })
  expect(await shop.books()).toMatchObject({ 'transfer_fee_payable USD': -(4n + 2n) * 1_500n })
  expect(await shop.findings()).toEqual([])
})

it('one that is below zero leaves the fees to the next', async () => {
  const one = await openRemitting({}, shop.testApp)
  const terms = {
    transfer_fee_minor: 1_000n,
    reserve_kind: 'rolling',
    reserve_percent: '50',
    reserve_days: 90,
  } as const
  await one.agree(midnight('2026-03-09'), terms)
  await one.account(midnight('2026-03-09'))
  await one.open(midnight('2026-03-09'), 'USD', '2026-03-09')
  const sell = async (day: string, ref: string) => {
    await one.sell([{ ref, amountMinor: 10_000n, at: midnight(day) }])
    await one.settle(midnight(day), 'USD', [{ ref, grossMinor: 10_000n }])
  }
  await sell('2026-03-09', 'a')
  const { ref } = await one.cut(midnight('2026-03-10'), 'USD', rate)
  const tuesday = at('2026-03-10T03:00')
  fake.now = () => tuesday
  fake.answers.set(`${ref}:1`, failed)
  for (const again of [false, true]) {
    if (again) await one.at(tuesday, (ctx) => retry(ctx, ref))
    await one.run(tuesday, quoteRemittance, { settlementRef: ref })
    await one.run(tuesday, sendRemittance, { settlementRef: ref })
  }
  await one.refund(tuesday, 'a', 2_000n)
  await one.cut(midnight('2026-03-11'), 'USD', rate)
  await sell('2026-03-11', 'b')
  await one.cut(midnight('2026-03-12'), 'USD', rate)
  expect((await one.rows()).map((row) => [row.net_source_bc, row.transfer_fee_bc, row.net_bc])).toEqual([
    [10_000n, 1_000n, 4_000n],
    [-2_000n, 0n, 0n],
    [10_000n, 2_000n, 3_000n],
    [0n, 0n, 0n],
  ])
  expect(await one.findings()).toEqual([])
})
