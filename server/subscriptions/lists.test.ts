import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { priceList } from '#contract/price-list.ts'
import type { PriceRow } from '#contract/prices.ts'
import type { SubscriptionRow } from '#contract/subscription-answers.ts'
import { subscriptionList } from '#contract/subscription-list.ts'
import { seedObjects } from '#test/objects.ts'
import { rowsOfFile } from '#test/unzip.ts'
import type { TestSession } from '#test/test-app.ts'
import { cards, openSubscribing, type Subscribing } from './fixtures.ts'

/** The lists of prices and of subscriptions: their pages, their exports, a master's twins, and the rows behind each number of the metrics. */
let on: Subscribing
let prices: string[]
let subscriptions: string[]
const evil = `=HYPERLINK("https://evil.example","${'x'.repeat(8)}")`
beforeAll(async () => {
  on = await openSubscribing()
  prices = []
  for (const amount of [10, 20, 30, 40, 50])
    prices.push((await on.price({ amount, name: amount === 10 ? evil : `Plan ${amount}` })).order_ref)
  subscriptions = []
  for (const [at, price] of prices.entries()) {
    const person = { customer_name: at === 0 ? '+cmd|calc' : `Person ${at}`, customer_email_address: `Person${at}@Lists.example` } // prettier-ignore
    subscriptions.push((await on.active({ price, ...person })).order_ref)
  }
  // One of which nothing is to come, and that nobody has set up.
  subscriptions.push((await on.create({ price: prices[4] })).order_ref)
})
afterAll(() => on.close())

type Kind = 'prices' | 'subscriptions'
const paths = (kind: Kind, key = on.paying.merchant.key) =>
  kind === 'prices'
    ? { list: `/merchant/subscription/price/${key}/list`, file: `/api/subscriptions/${key}/export-prices` }
    : { list: `/merchant/subscription/${key}/list`, file: `/api/subscriptions/${key}/export` }
const columnsOf = (kind: Kind) => (kind === 'prices' ? priceList : subscriptionList).columns

async function exported(path: string, body: object, by: TestSession = on.paying.session) {
  const answer = await on.paying.testApp.app.inject({
    method: 'POST',
    url: `/gateway${path}`,
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}

describe.each<[Kind, string[]]>([
  ['prices', ['created_at']],
  ['subscriptions', ['created_at', 'next_deduction_date']],
])('the list of %s', (kind, sorts) => {
  const wishes = sorts.flatMap((column) => (['asc', 'desc'] as const).map((order) => ({ column, order })))

  it.each(wishes)('has the same rows page by page, there and back, as its export: %j', async (sorted) => {
    const { list, file } = paths(kind)
    const wish = { sorting_data: [sorted] }
    const page = (body: object) => on.ask('POST', list, { ...wish, pagesize: 2, ...body })
    const refsOf = (answer: Awaited<ReturnType<typeof page>>) =>
      (answer.body.content as unknown as { order_ref: string }[]).map(({ order_ref }) => order_ref)
    const pages: string[][] = []
    let back = ''
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer = await page({ ...(cursor && { cursor }) })
      pages.push(refsOf(answer))
      back = String(answer.body['previous_cursor'])
      cursor = answer.body['next_cursor'] as string | null
    }
    expect(pages.length).toBeGreaterThan(2)
    expect(refsOf(await page({ cursor: back }))).toEqual(pages.at(-2))
    const whole = await on.ask('POST', list, { ...wish, pagesize: 100 })
    expect(pages.flat()).toEqual(refsOf(whole))
    const known = kind === 'prices' ? prices : subscriptions
    const without = sorted.column === 'next_deduction_date' ? known.slice(0, -1) : known
    const inOrder = sorted.order === 'asc' ? without : without.toReversed()
    expect(pages.flat()).toEqual(inOrder)
    const rows = rowsOfFile((await exported(file, { ...wish, columns: [{ key: 'order_ref' }] })).rawPayload)
    expect(rows.slice(1).map(([ref]) => ref)).toEqual(inOrder)
  })

  it('is exported with every column, and a text that is a formula is none', async () => {
    const { file } = paths(kind)
    const columns = Object.keys(columnsOf(kind)).map((key) => ({ key }))
    const answer = await exported(file, { columns, sorting_data: [{ column: 'created_at', order: 'asc' }] })
    expect(answer.headers['content-disposition']).toMatch(new RegExp(`filename="${kind}-\\d{8}-\\d{6}\\.xlsx"`))
    const [head = [], first = []] = rowsOfFile(answer.rawPayload)
    expect(head).toHaveLength(columns.length)
    const cell = (name: string) => first[columns.findIndex(({ key }) => key === name)]
    const texts = kind === 'prices' ? { name: evil } : { price_name: evil, customer_name: '+cmd|calc' }
    for (const [name, text] of Object.entries(texts)) expect(cell(name), name).toBe(`'${text}`)
    expect(cell('status')).toBe('active')
    const csv = await exported(file, { columns: [{ key: kind === 'prices' ? 'name' : 'customer_name' }], format: 'csv' }) // prettier-ignore
    expect(csv.body).toContain(kind === 'prices' ? `"'=HYPERLINK(""https` : `'+cmd|calc`)
    expect(csv.body).not.toMatch(/^[=+]/m)
  })

  it('is a master’s over its merchants, who are named in the file, and a stranger’s are not in it', async () => {
    const { testApp } = on.paying
    const boss = await testApp.addMerchant({ kind: 'master' })
    const [one, other] = [
      await testApp.addMerchant({ kind: 'owned', masterId: boss.merchantId, name: 'One' }),
      await testApp.addMerchant({ kind: 'owned', masterId: boss.merchantId, name: 'Other' }),
    ]
    const refs = await Promise.all(
      [one, other].map(async (merchant) =>
        (await seedObjects(testApp, merchant, merchant.key)).of(kind === 'prices' ? 'price' : 'subscription'),
      ),
    )
    const by = await testApp.signIn(boss)
    const path = kind === 'prices' ? 'price-list' : 'subscription-list'
    const at = `/master-merchant/${boss.key}/merchants`
    const wish = { merchant_keys: [one.key, other.key] }
    const listed = on.contentOf<{ order_ref: string; merchant_key: string }[]>(
      await on.ask('POST', `${at}/${path}`, wish, by),
    )
    expect(new Set(listed.map(({ order_ref, merchant_key }) => `${order_ref} ${merchant_key}`))).toEqual(
      new Set([`${refs[0]} ${one.key}`, `${refs[1]} ${other.key}`]),
    )
    const columns = [{ key: 'order_ref' }, { key: 'merchant_key' }, { key: 'merchant_name' }]
    const file = await exported(`${at}/export-${kind}`, { ...wish, columns }, by)
    expect(new Set(rowsOfFile(file.rawPayload).slice(1).map(String))).toEqual(
      new Set([`${refs[0]},${one.key},One`, `${refs[1]},${other.key},Other`]),
    )
    const stranger = { merchant_keys: [one.key, on.paying.merchant.key] }
    expect((await on.ask('POST', `${at}/${path}`, stranger, by)).status).toBe(404)
  })
})

it('a customer’s rows are found by the e-mail address in any case, in the list, the search and the file', async () => {
  const { list, file } = paths('subscriptions')
  const [, , wanted] = subscriptions
  for (const body of [{ filters: { email: 'PERSON2@lists.EXAMPLE' } }, { search: 'person2@LISTS.example' }]) {
    expect(on.contentOf(await on.ask('POST', list, body))).toMatchObject([{ order_ref: wanted }])
    const rows = rowsOfFile((await exported(file, { ...body, columns: [{ key: 'order_ref' }, { key: 'email' }] })).rawPayload) // prettier-ignore
    expect(rows.slice(1)).toEqual([[wanted, 'Person2@Lists.example']])
  }
})

it('each number of the metrics is that of its rows, per currency', async () => {
  const month = new Date('2027-03-01T04:00:00Z')
  on.paying.clock.now = month
  const price = (await on.price({ currency: 'EUR', amount: 60, merchant_order_ref: crypto.randomUUID() })).order_ref
  const named = () => ({ price, currency: 'EUR', merchant_order_ref: crypto.randomUUID() })
  await on.active(named())
  await on.active({ ...named(), trial_frequency: 2, trial_period: 'M' })
  const paused = (await on.active(named())).order_ref
  await on.ask('POST', `/api/subscriptions/${paused}/pause`, {})
  const unpaid = (await on.active(named(), cards.lacksFunds)).order_ref
  const recovers = (await on.active(named(), cards.lacksFundsOnce)).order_ref
  await on.cancel((await on.active(named())).order_ref)
  // Nobody has ever paid for it: it is no loss.
  await on.cancel((await on.create(named())).order_ref)
  await on.reach(unpaid, '2027-04-01T04:00:00Z')
  await on.reach(recovers, '2027-04-01T04:00:00Z')
  await on.ask('POST', `/api/subscriptions/${recovers}/retry`, {})
  await on.jobs()

  const { from, currencies } = on.contentOf<{ from: string; currencies: Record<string, number | string>[] }>(
    await on.ask('GET', `/api/subscriptions/${on.paying.merchant.key}/metrics?days=60`),
  )
  const of = currencies.find(({ currency }) => currency === 'EUR')
  const rows = async (filters: object) =>
    on.contentOf<SubscriptionRow[]>(
      await on.ask('POST', paths('subscriptions').list, { pagesize: 100, filters: { currency: 'EUR', ...filters } }),
    )
  const lately = { from }
  const count = async (filters: object) => (await rows(filters)).length
  expect(of).toMatchObject({ active: 4, past_due: 1, began: 6, lost: 1, recovered: 1, monthly_revenue: 180 })
  expect(of).toMatchObject({
    active: await count({ status: 'active' }),
    past_due: await count({ status: 'past_due' }),
    began: await count({ activated_at: lately }),
    lost: await count({ status: 'cancelled', ended_at: lately, activated_at: { to: '2027-05-01 00:00:00' } }),
    recovered: await count({ recovered_at: lately }),
    monthly_revenue: (await rows({ recurring: 'yes' })).reduce((sum, row) => sum + row.recurring_amount, 0),
  })
  const [row] = on.contentOf<PriceRow[]>(await on.ask('POST', paths('prices').list, { search: price }))
  expect(row).toMatchObject({ active_subscriptions: 4, past_due_subscriptions: 1 })
  on.paying.clock.now = null
  expect(await on.findings()).toEqual([])
})
