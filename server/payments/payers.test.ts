import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Environment } from '#contract/kit/wire.ts'
import { anyHappening, happen, seeded } from '#server/rollups/fixtures.ts'
import { openTestApp, type TestApp, type TestMerchant } from '#test/test-app.ts'

/** New and returning payers: by their address alone, in one environment of one merchant, for as long as the address is kept. */
let testApp: TestApp
let merchant: TestMerchant
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
})
afterAll(() => testApp.close())

const from = new Date('2026-03-10T00:00:00Z')
const usual = anyHappening(seeded(7), { from, to: new Date(from.getTime() + 3_600_000) })
/** How a payment with an address counts, by its end. */
async function payer(
  email: string,
  {
    end = 'captured',
    environment = 'sandbox',
    of = merchant,
  }: { end?: 'captured' | 'declined'; environment?: Environment; of?: TestMerchant } = {},
): Promise<string | undefined> {
  const what = { ...usual, email, ways: [end], late: false, refunds: [], currency: 'SGD' as const }
  const orderRef = await happen(testApp, { merchantId: of.merchantId, environment }, what)
  const rows = await sql<{ payer: string }>('select payer from payments where merchant_id = $1 and order_ref = $2', [
    of.merchantId,
    orderRef,
  ])
  return rows[0]?.payer
}
const sql = <R extends object>(text: string, values: unknown[]) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, values))

it('a payer is new until an order is paid with their address, in any case of its letters', async () => {
  expect(await payer('mei@example.com', { end: 'declined' })).toBe('')
  expect(await payer('mei@example.com')).toBe('new')
  expect(await payer('MEI@Example.com')).toBe('returning')
  expect(await payer('tan@example.com')).toBe('new')
})

it('without an address there is no payer', async () => {
  expect(await payer('')).toBe('')
  expect(await payer('')).toBe('')
})

it('an order of the other environment or of another merchant makes nobody return', async () => {
  expect(await payer('lim@example.com')).toBe('new')
  expect(await payer('lim@example.com', { environment: 'live' })).toBe('new')
  expect(await payer('lim@example.com', { of: await testApp.addMerchant() })).toBe('new')
})

it('what is known of a payer is in their payments alone, so it goes with the address', async () => {
  const address = 'gone@example.com'
  expect(await payer(address)).toBe('new')
  const tables = await sql<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    [],
  )
  const holding: string[] = []
  for (const { name } of tables) {
    const found = await sql(`select 1 as one from ${name} t where t::text ilike '%' || $1 || '%' limit 1`, [address])
    if (found.length > 0) holding.push(name)
  }
  expect(holding).toEqual(['payments'])
  await sql(
    `update payments set shopper_email = '', shopper_email_lower = '' where merchant_id = $1 and shopper_email = $2`,
    [merchant.merchantId, address],
  )
  expect(await payer(address)).toBe('new')
})
