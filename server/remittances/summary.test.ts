import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Currency } from '#contract/kit/money.ts'
import { openRemitting, type Remitting } from './fixtures.ts'

let shop: Remitting
beforeAll(async () => {
  shop = await openRemitting()
})
afterAll(() => shop.close())

const noon = (day: string) => new Date(`${day}T03:00:00Z`)
const midnight = (day: string) => new Date(`${day}T15:00:00Z`)

/** Sales of a day, each settled two days after and cut at the midnight of that day. */
async function cutSales(
  day: string,
  currency: Currency,
  rate: string,
  sales: { ref: string; amountMinor: bigint; country: string }[],
) {
  const [settled, cut] = [day.replace(/\d\d$/, '12'), day.replace(/\d\d$/, '12')]
  await shop.sell(sales.map((sale) => ({ ...sale, currency, feeMinor: 33n, at: noon(day) })))
  await shop.settle(noon(settled), currency, sales.map(({ ref, amountMinor }) => ({ ref, grossMinor: amountMinor }))) // prettier-ignore
  await shop.open(noon(settled), currency, cut)
  expect(await shop.cut(midnight(cut), currency, { source: rate })).toMatchObject({ outcome: 'cut' })
}

it('adds settlements up by time and by what was sold, each group rounded once for a settlement', async () => {
  await shop.agree(noon('2026-03-01'), { withholding: JSON.stringify({ JP: { percent: '1', on: 'amount' } }) as never })
  await cutSales('2026-03-10', 'JPY', '0.0066525', [
    { ref: 'a', amountMinor: 81_236n, country: 'JP' },
    { ref: 'b', amountMinor: 36n, country: 'JP' },
    { ref: 'c', amountMinor: 4_001n, country: 'TW' },
  ])
  await cutSales('2026-04-10', 'USD', '1', [{ ref: 'd', amountMinor: 5_000n, country: 'US' }])

  const session = await shop.testApp.signIn(shop.merchant, { roles: ['admin'] })
  const ask = async (path: string, more: object) => {
    const body = { from_date: '2026-02-01', to_date: '2026-04-30', ...more }
    const answer = await shop.testApp.call(session, 'POST', path, body)
    return (answer.body.content as unknown as Record<string, unknown>[]).map((row) =>
      ['key', 'key_as_string', 'total_txn_amount_bc', 'txn_fee_bc', 'wht_bc', 'settlements'].map((name) => row[name]),
    )
  }
  // 85,273 yen are 567.278... dollars; 99 of fees 0.658...; 812 of 81,236 and 0 of 36 were withheld.
  expect(await ask('/merchants/cross-border/settlement/summary', { frequency: 'month' })).toEqual([
    [Date.parse('2026-01-31T15:00:00Z'), '2026-02-01', 0, 0, 0, 0],
    [Date.parse('2026-02-28T15:00:00Z'), '2026-03-01', 567.28, 0.66, 5.4, 1],
    [Date.parse('2026-03-31T15:00:00Z'), '2026-04-01', 50, 0.33, 0, 1],
  ])
  // 81,272 and 4,001 yen.
  expect(await ask('/api/cross-border/settlement/custom/summary', { field: 'country' })).toEqual([
    ['JP', 'JP', 540.66, 0.44, 5.4, 1],
    ['TW', 'TW', 26.62, 0.22, 0, 1],
    ['US', 'US', 50, 0.33, 0, 1],
  ])
})
