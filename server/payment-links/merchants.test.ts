import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { rowsOfFile } from '#test/unzip.ts'
import { insertLinks } from './fixtures.ts'

/** A master's list over several merchants, each with links that are equal in amount and time to others'. */
let testApp: TestApp
let boss: TestMerchant
let master: TestSession
let stranger: TestMerchant
const subs: TestMerchant[] = []
beforeAll(async () => {
  testApp = await openTestApp()
  boss = await testApp.addMerchant({ kind: 'master', name: 'Boss' })
  master = await testApp.signIn(boss)
  for (const [at, count] of [40, 0, 17, 66].entries()) {
    const kind = at % 2 === 0 ? 'owned' : 'managed'
    const merchant = await testApp.addMerchant({ kind, masterId: boss.merchantId, name: `Shop ${at}` })
    await insertLinks(testApp, merchant, count, { seed: at + 2 })
    subs.push(merchant)
  }
  await insertLinks(testApp, boss, 9, { seed: 9 })
  stranger = await testApp.addMerchant({ kind: 'owned' })
  await insertLinks(testApp, stranger, 20, { seed: 10 })
})
afterAll(() => testApp.close())

interface Row {
  link_ref: string
  amount: number
  currency: string
  created_at: string
  status: string
  merchant_key: string
  merchant_name: string
}
const address = () => `/master-merchant/${boss.merchantId}/merchants/payment-links`
const list = (body: object, by = master) => testApp.call(by, 'POST', address(), body)
const rowsOf = (answer: { body: { content?: never } }) => answer.body.content as unknown as Row[]
const minor = ({ amount, currency }: Row) => Math.round(amount * (currency === 'JPY' ? 1 : 100))

/** Every row of the merchants, listed for each merchant alone. */
async function everyRow(merchants: TestMerchant[], wish: object): Promise<Row[]> {
  const found: Row[] = []
  for (const { key } of merchants) {
    const answer = await testApp.call(master, 'POST', `/merchant/${key}/paymentLinks`, { ...wish, pagesize: 100 })
    expect(answer.body['next_cursor']).toBeNull()
    found.push(...rowsOf(answer).map((row) => ({ ...row, merchant_key: key })))
  }
  return found
}

describe('the list over merchants', () => {
  const wishes = fc.record({
    merchants: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1 }),
    pagesize: fc.integer({ min: 1, max: 23 }),
    column: fc.constantFrom('created_at' as const, 'amount' as const),
    order: fc.constantFrom('asc' as const, 'desc' as const),
    filters: fc.constantFrom(
      {},
      { status: ['created', 'success'] },
      { source: 'shop' },
      { amount: { min: 3, max: 9 } },
    ),
  })

  it('shows by its pages, forwards and backwards, the rows of one sort of all rows', async () => {
    await fc.assert(
      fc.asyncProperty(wishes, async ({ merchants, pagesize, column, order, filters }) => {
        const named = merchants.map((at) => subs[at] ?? boss)
        const sorting_data = [{ column, order }]
        const turn = order === 'asc' ? 1 : -1
        const value = (row: Row) => (column === 'amount' ? minor(row) : Date.parse(`${row.created_at}Z`))
        const all = (await everyRow(named, { filters })).toSorted(
          (a, b) => turn * (value(a) - value(b) || (a.link_ref < b.link_ref ? -1 : 1)),
        )
        const expected = all.map(({ link_ref, merchant_key }) => [link_ref, merchant_key])
        const asked = { merchant_keys: named.map(({ key }) => key), pagesize, filters, sorting_data }

        const pages: Row[][] = []
        let back: string | null = null
        for (let cursor: string | null = ''; cursor !== null;) {
          const answer = await list({ ...asked, ...(cursor && { cursor }) })
          expect(answer.body['total_elements']).toBe(all.length)
          pages.push(rowsOf(answer))
          back = answer.body['previous_cursor'] as string | null
          cursor = answer.body['next_cursor'] as string | null
        }
        expect(pages.flat().map((row) => [row.link_ref, row.merchant_key])).toEqual(expected)
        const backwards: Row[][] = [pages.at(-1) as Row[]]
        for (let cursor = back; cursor !== null;) {
          const answer = await list({ ...asked, cursor })
          backwards.unshift(rowsOf(answer))
          cursor = answer.body['previous_cursor'] as string | null
        }
        expect(backwards.flat().map((row) => [row.link_ref, row.merchant_key])).toEqual(expected)

        const second = await list({ ...asked, page: 2 })
        expect(rowsOf(second).map((row) => [row.link_ref, row.merchant_key])).toEqual(
          expected.slice(pagesize, 2 * pagesize),
        )
      }),
      { numRuns: 25 },
    )
  })

  it('covers all accepted merchants and the master when none is named, each row with its merchant', async () => {
    const answer = await list({ pagesize: 100 })
    expect(answer.body['total_elements']).toBe(40 + 17 + 66 + 9)
    const names = new Set(rowsOf(answer).map((row) => row.merchant_name))
    expect([...names].toSorted()).toEqual(['Boss', 'Shop 0', 'Shop 2', 'Shop 3'])
    await setStatus(subs[3] as TestMerchant, 'INACTIVE')
    expect((await list({})).body['total_elements']).toBe(40 + 17 + 9)
    await setStatus(subs[3] as TestMerchant, 'ACTIVE')
  })

  it("is refused as a whole when a named merchant is not the master's, without revealing it", async () => {
    for (const key of [stranger.key, stranger.merchantId, 'nobody']) {
      const answer = await list({ merchant_keys: [subs[0]?.key, key] })
      expect([answer.status, answer.text.includes(stranger.key)]).toEqual([404, false])
    }
    await setStatus(subs[2] as TestMerchant, 'INACTIVE')
    expect((await list({ merchant_keys: [subs[2]?.key] })).status).toBe(404)
    await setStatus(subs[2] as TestMerchant, 'ACTIVE')
  })

  it("covers a merchant's own links when it is no master", async () => {
    const by = await testApp.signIn(subs[0] as TestMerchant)
    const own = `/master-merchant/${subs[0]?.key}/merchants/payment-links`
    expect((await testApp.call(by, 'POST', own, {})).body['total_elements']).toBe(40)
    expect((await testApp.call(by, 'POST', own, { merchant_keys: [subs[3]?.key] })).status).toBe(404)
    expect((await testApp.call(by, 'POST', address(), {})).status).toBe(404)
  })

  it('is exported as a spreadsheet with the same rows', async () => {
    const asked = { merchant_keys: subs.map(({ key }) => key), filters: { status: ['created'] } }
    const listed = rowsOf(await list({ ...asked, pagesize: 100 })).map((row) => [row.link_ref, row.merchant_name])
    const answer = await testApp.app.inject({
      method: 'POST',
      url: `/gateway/master-merchant/${boss.key}/merchants/export-payment-links`,
      headers: { authorization: `Bearer ${master.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ ...asked, columns: [{ key: 'link_ref' }, { key: 'merchant_name' }] }),
    })
    const [, ...rows] = rowsOfFile(answer.rawPayload)
    expect(rows).toEqual(listed)
    expect(rows.length).toBeGreaterThan(10)
  })
})

const setStatus = (merchant: TestMerchant, status: string) =>
  testApp.owner.transaction(null, (tx) =>
    tx.query('update merchants set status = $2 where merchant_id = $1', [merchant.merchantId, status]),
  )

describe('the plan of the list over merchants', () => {
  it('reads the first rows of each merchant from the index in their order', async () => {
    const many = await testApp.addMerchant()
    await insertLinks(testApp, many, 5_000, { seed: 11 })
    await testApp.owner.transaction(null, (tx) => tx.query('analyze payment_links', []))
    const ids = [many, ...subs].map(({ merchantId }) => merchantId) as [string, ...string[]]
    const plan = await testApp.serveParts.database.transaction(
      { merchantIds: ids, environment: 'sandbox' },
      async (tx) => {
        tx.planForEach()
        const rows = await tx.query<{ 'QUERY PLAN': string }>(
          `explain select one.* from unnest(cast($1 as uuid[])) as wanted (id) cross join lateral (
           select link_ref, created_at from payment_links where payment_links.merchant_id = wanted.id and payment_links.environment = $2
             and (created_at, link_ref) < (cast('infinity' as timestamptz), '') order by created_at desc, link_ref desc limit 11) as one
         join merchants as whose on whose.merchant_id = wanted.id order by one.created_at desc, one.link_ref desc limit 11`,
          [ids, 'sandbox'],
        )
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      },
    )
    expect(plan).toMatch(/Scan Backward using payment_links_newest/)
    expect(plan).not.toMatch(/Seq Scan on payment_links/)
  })
})
