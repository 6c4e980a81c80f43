import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { AskedTerms } from '#contract/remittance-terms.ts'
import { agreeOn } from './agree.ts'
import { cutRemittance } from './cut-job.ts'
import { fakeProvider } from './fake-provider.ts'
import { openRemitting, type Remitting } from './fixtures.ts'

let first: Remitting
const { fake, provider } = fakeProvider()
beforeAll(async () => {
  first = await openRemitting()
})
beforeEach(() => {
  first.testApp.serveParts.services.provider = () => provider
})
afterAll(() => first.close())

const noon = new Date('2026-03-05T03:00:00Z')
/** Midnight in Seoul. */
const midnight = new Date('2026-03-05T15:00:00Z')
const inDollars = {
  currency: 'USD', destination_currency: 'USD', channel_key: 'SIMULATOR', every: 'day', weekday: 1, month_day: 0, markup_percent: '0',
  tolerance_percent: '1', transfer_fee: 0, minimum: 0, withholding: {}, reserve_kind: 'none', reserve_percent: '0', reserve_days: 0,
  reserve_target: 0, reserve_until: null,
} // prettier-ignore

/** Sales of yen that wait for the midnight, under terms by which they are sent in won. */
async function waiting(): Promise<{ shop: Remitting; ref: string }> {
  const shop = await openRemitting({}, first.testApp)
  await shop.agree(noon)
  await shop.sell([{ ref: 'a', amountMinor: 80_000n, currency: 'JPY', country: 'JP', at: noon }])
  await shop.settle(noon, 'JPY', [{ ref: 'a', grossMinor: 80_000n }])
  await shop.open(noon, 'JPY', '2026-03-05')
  return { shop, ref: (await shop.rows())[0]?.settlement_ref ?? '' }
}
const rows = async (shop: Remitting) =>
  (await shop.sql<{ status: string; destination: string; rate: string | null; sold: bigint }>(
    `select status, destination_currency as destination, trim_scale(cut_forex_rate)::text as rate, total_txn_amount_sc as sold from remittances
     where merchant_id = $1 order by period_from`,
  )).map(({ status, destination, rate, sold }) => [status, destination, rate, sold]) // prettier-ignore
async function cut(shop: Remitting, settlementRef: string): Promise<void> {
  fake.now = () => midnight
  await shop.run(midnight, cutRemittance, { settlementRef })
}
const cutInDollars = [
  ['Calculated', 'USD', '1', 80_000n],
  ['Open', 'USD', null, 0n],
]

it('an open settlement is sent in the currency of terms that are agreed on, and no other takes its sales', async () => {
  const { shop, ref } = await waiting()
  await shop.at(noon, (ctx) => agreeOn(ctx, AskedTerms.decode(inDollars as never), 'Operator'))
  expect(await rows(shop)).toEqual([['Open', 'USD', null, 0n]])
  await cut(shop, ref)
  expect(await rows(shop)).toEqual(cutInDollars)
  expect(await shop.findings()).toEqual([])
})

it('one that was opened while they were agreed on follows them at its cut', async () => {
  const { shop, ref } = await waiting()
  await shop.agree(noon, { destination_currency: 'USD' })
  await cut(shop, ref)
  expect(await rows(shop)).toEqual(cutInDollars)
})

it('a rate of the earlier currency is not used when they are agreed on while it is asked for', async () => {
  const { shop, ref } = await waiting()
  const { remittances } = provider
  if (!remittances) throw new Error('no remittances')
  const quote: typeof remittances.quote = async (asked, signal) => {
    if (asked.from === 'USD') await shop.at(noon, (ctx) => agreeOn(ctx, AskedTerms.decode(inDollars as never), 'Operator'))
    return remittances.quote(asked, signal)
  } // prettier-ignore
  first.testApp.serveParts.services.provider = () => ({ ...provider, remittances: { ...remittances, quote } })
  await cut(shop, ref)
  expect(await rows(shop)).toEqual([['Open', 'USD', null, 0n]])
  await cut(shop, ref)
  expect(await rows(shop)).toEqual(cutInDollars)
})
