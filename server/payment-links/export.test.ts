import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import { currencyCodes } from '#contract/kit/money.ts'
import { paymentLinkList } from '#contract/payment-links.ts'
import { paymentLinkStates } from '#contract/payment-link-states.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { rowsOfFile } from '#test/unzip.ts'
import { insertLinks } from './fixtures.ts'

let testApp: TestApp
let merchant: TestMerchant
let session: TestSession
/** A merchant with enough links to fill every buffer between the server and a client that stops reading. */
let big: TestMerchant
let bigSession: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant({ timeZone: 'Asia/Kathmandu' })
  session = await testApp.signIn(merchant)
  await insertLinks(testApp, merchant, 300)
  big = await testApp.addMerchant()
  bigSession = await testApp.signIn(big)
  const noise = Array.from({ length: 14 }, (_, at) => `md5(n || 'x${at}')`).join(' || ')
  await insertLinks(testApp, big, 40_000, { description: noise })
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => testApp.close())

async function exported(body: object, by = session, address = `/merchant/${by.merchant.key}/export-paymentLinks`) {
  const answer = await testApp.app.inject({
    method: 'POST',
    url: `/gateway${address}`,
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return rowsOfFile(answer.rawPayload)
}
const audited = (by: TestSession) =>
  testApp.owner.transaction(null, (tx) =>
    tx.query<{ action: string; why: string; changes: Record<string, { after: string }> }>(
      'select action, why, changes from audit_events where actor_id = $1 order by event_id',
      [by.subUserId],
    ),
  )

describe('the export', () => {
  const filters = fc.record(
    {
      status: fc.uniqueArray(fc.constantFrom(...paymentLinkStates.states), { minLength: 1, maxLength: 3 }),
      currency: fc.constantFrom('SGD', 'JPY', currencyCodes[0]),
      amount: fc.record({ min: fc.integer({ min: 0, max: 8 }), max: fc.integer({ min: 2, max: 14 }) }),
      created_at: fc.constant({ from: '2026-02-18 00:00:00', to: '2026-02-26 00:00:00' }),
      source: fc.constantFrom('console', 'shop', 'none'),
      late_payment: fc.constantFrom('hold', 'accept'),
      email: fc.constant('C7@example.com'),
    },
    { requiredKeys: [] },
  )
  const asked = fc.record(
    {
      filters,
      search: fc.constantFrom('', 'S1-2', 'customer 1', 'nothing like it'),
      sorting_data: fc
        .record({ column: fc.constantFrom('created_at', 'amount'), order: fc.constantFrom('asc', 'desc') })
        .map((sort) => [sort]),
      from: fc.constantFrom('1991-01-01 00:00:00', '2026-02-20 00:00:00'),
    },
    { requiredKeys: [] },
  )

  it('has exactly the rows of the list in its order, for every filter, search and sort', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (wish) => {
        const listed: string[] = []
        for (let cursor: string | null = ''; cursor !== null;) {
          const { body } = await testApp.call(session, 'POST', `/merchant/${merchant.key}/paymentLinks`, {
            ...wish,
            pagesize: 100,
            ...(cursor && { cursor }),
          })
          listed.push(...(body.content as unknown as { link_ref: string }[]).map((row) => row.link_ref))
          cursor = body['next_cursor'] as string | null
        }
        const [, ...rows] = await exported({ ...wish, columns: [{ key: 'link_ref' }] })
        expect(rows.map(([ref]) => ref)).toEqual(listed)
      }),
      { numRuns: 40 },
    )
  })

  it('has the chosen columns in their order and with their titles, with typed amounts and times', async () => {
    const columns = [
      { key: 'amount', title: 'المبلغ' },
      { key: 'created_at', title: 'Created' },
      { key: 'merchant_order_ref' },
      { key: 'expiry_hours' },
      { key: 'user_configured_field1' },
      { key: 'link' },
    ]
    const sent = {
      columns,
      search: 'S1-7',
      filters: { email: 'c7@example.com' },
      sorting_data: [{ column: 'amount', order: 'asc' }],
    }
    const [head, ...rows] = await exported(sent)
    expect(head).toEqual([
      'المبلغ',
      'Created (Asia/Kathmandu)',
      'merchant_order_ref',
      'expiry_hours',
      'user_configured_field1',
      'link',
    ])
    const [row] = rows.filter((cells) => cells[2] === 'S1-7')
    // 22 February, midnight in UTC, which in Kathmandu is a quarter to six.
    const serial = Date.parse('2026-02-22T05:45:00Z') / 86_400_000 + 25_569
    expect(row).toEqual([
      1 + ((7 * 7919 + 1) % 13) * 100,
      serial,
      'S1-7',
      null,
      'one',
      expect.stringMatching(/\/pay\/\w{27}$/),
    ])
    const every = Object.keys(paymentLinkList.columns).map((key) => ({ key }))
    expect((await exported({ columns: every, search: 'S1-7' }))[0]).toHaveLength(every.length)
  })

  it('as csv has the same rows, with exact amounts, in words of a language beside the codes', async () => {
    const sent = {
      search: 'S1-7',
      filters: { email: 'c7@example.com' },
      sorting_data: [{ column: 'amount', order: 'asc' }],
    }
    const columns = ['merchant_order_ref', 'amount', 'currency', 'status', 'late_payment'].map((key) => ({ key }))
    const answer = await testApp.app.inject({
      method: 'POST',
      url: `/gateway/merchant/${merchant.key}/export-paymentLinks`,
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ ...sent, columns, format: 'csv', language: 'ar' }),
    })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toMatch(/payment-links-[\d-]+\.csv"$/)
    const [head, ...rows] = answer.body.trimEnd().split('\r\n')
    const { columns: titles, states, latePayments } = arabic
    const [order_, amount_, currency_, status_, late_] = [
      titles.merchant_order_ref,
      titles.amount,
      titles.currency,
      titles.status,
      titles.late_payment,
    ]
    const codeOf = (title: string) => titles.code_of.replace('{{column}}', title)
    expect(head).toBe(`\uFEFF${[order_, amount_, currency_, status_, codeOf(status_), late_, codeOf(late_)].join(',')}`)
    const [row] = rows.filter((line) => line.startsWith('S1-7,'))
    const [, plain] = (await exported({ ...sent, columns })).filter((cells) => cells[0] !== 'S1-70')
    const [order, amount, currency, status, late] = plain as [string, number, string, string, string]
    expect(row?.split(',')).toEqual([
      order,
      currency === 'JPY' ? String(amount) : amount.toFixed(2),
      currency,
      states.paymentLink.success,
      status,
      latePayments.hold,
      late,
    ])
    expect([status, late]).toEqual(['success', 'hold'])
  })

  it('has a currency without being asked for it', async () => {
    const [head] = await exported({ search: 'S1-7' })
    expect(head).toEqual(expect.arrayContaining(['amount', 'currency']))
  })

  it('finds a link by the end of its phone number, however it is written, and by its amount', async () => {
    for (const search of ['+65 1234', '1234']) expect((await exported({ search })).length, search).toBe(1)
    expect((await exported({ search: '65-2-91', columns: [{ key: 'phone' }] })).slice(1)).toEqual([[`'+65291`]])
    const amounts = await exported({ search: '11.01 SGD', columns: [{ key: 'amount' }, { key: 'currency' }] })
    expect(amounts.length).toBeGreaterThan(1)
    expect(new Set(amounts.slice(1).map(String))).toEqual(new Set(['11.01,SGD']))
  })

  it('has no formula that a customer has written', async () => {
    const evil = await testApp.addMerchant()
    const by = await testApp.signIn(evil)
    await insertLinks(testApp, evil, 1, { description: `'=HYPERLINK("https://x.example")'` })
    const [, row] = await exported({ columns: [{ key: 'description' }, { key: 'phone' }, { key: 'amount' }] }, by)
    expect(row?.slice(0, 2)).toEqual([`'=HYPERLINK("https://x.example")`, `'+651`])
    expect(typeof row?.[2]).toBe('number')
  })

  it("refuses columns that the list does not have, in the call's own error key", async () => {
    const answer = await testApp.call(session, 'POST', `/merchant/${merchant.key}/export-paymentLinks`, {
      columns: [{ key: 'ip_address' }],
    })
    expect(answer.status).toBe(400)
    expect(answer.body['status_message']).toEqual(expect.any(String))
    expect(
      (await testApp.call(session, 'POST', `/merchant/${merchant.key}/export-paymentLinks`, { columns: [] })).status,
    ).toBe(400)
  })

  it('is in the audit log with its number of rows', async () => {
    const by = await testApp.signIn(merchant)
    await exported({ filters: { currency: 'JPY' } }, by)
    await expect
      .poll(() => audited(by))
      .toEqual([
        { action: 'payment-link.export', why: '', changes: { format: { before: '', after: 'xlsx' } } },
        { action: 'payment-link.export-end', why: '', changes: { rows: { before: '', after: '100' } } },
      ])
  })
})

describe('an export under way', () => {
  /** Starts an export over the real port and stops reading after its first bytes. */
  async function begin(by = bigSession): Promise<IncomingMessage> {
    const { port } = testApp.app.server.address() as AddressInfo
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/gateway/merchant/${by.merchant.key}/export-paymentLinks`,
      headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
    })
    sent.on('error', () => {})
    sent.end('{}')
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.pause()
    return response
  }
  const underWay = async () => {
    const [row] = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ running: bigint }>(
        `select count(*) as running from pg_stat_activity where datname = current_database() and usename = 'countinghouse_app'
           and state <> 'idle' and query ~ 'exported|merchants|audit' and backend_xmin is not null`,
        [],
      ),
    )
    return Number(row?.running)
  }
  async function drained(response: IncomingMessage): Promise<'whole' | 'cut off'> {
    try {
      for await (const _ of response);
      return response.complete ? 'whole' : 'cut off'
    } catch {
      return 'cut off'
    }
  }

  it('allows one more of its merchant and no third; another merchant has a limit of its own', async () => {
    const two = [await begin(), await begin()]
    expect(two.map((response) => response.statusCode)).toEqual([200, 200])
    const third = await begin()
    expect(third.statusCode).toBe(429)
    expect(third.headers['retry-after']).toBe('1')
    expect((await exported({})).length).toBe(301)
    expect(await Promise.all(two.map(drained))).toEqual(['whole', 'whole'])
    await expect.poll(underWay).toBe(0)
    expect((await begin()).destroy()).toBeDefined()
    await expect.poll(underWay).toBe(0)
  })

  it('ends within a second when its client disconnects', async () => {
    const by = await testApp.signIn(big)
    const response = await begin(by)
    expect(await underWay()).toBe(1)
    const left = performance.now()
    response.destroy()
    await expect.poll(underWay, { interval: 20, timeout: 5_000 }).toBe(0)
    expect(performance.now() - left).toBeLessThan(1_000)
    await expect.poll(async () => (await audited(by)).at(-1)?.why).toBe('cut off')
  })

  it('is aborted, not ended, when the database fails', async () => {
    const response = await begin()
    await testApp.owner.transaction(null, (tx) =>
      tx.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'countinghouse_app' and backend_xmin is not null`,
        [],
      ),
    )
    expect(await drained(response)).toBe('cut off')
  })
})
