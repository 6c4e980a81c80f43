import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Funnel } from '#contract/funnel.ts'
import type { Currency } from '#contract/kit/money.ts'
import { linkSteps } from '#contract/payment-link-states.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { seeded, wireStretch } from '#server/rollups/fixtures.ts'
import { verifySums } from '#server/rollups/verify.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { runJobs } from '#test/run-jobs.ts'
import type { TestMerchant, TestSession } from '#test/test-app.ts'
import { insertLinks } from './fixtures.ts'
import { rollUpLinks } from './roll-up.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'

/** How far payment links get: what notes a step, and that each number of the funnel is its list and the links themselves. */
let paying: Paying
beforeAll(async () => {
  paying = await openPaying()
})
afterAll(() => paying.close())

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0 Safari/537.36', 'sec-fetch-site': 'none' }
const tells = async (link: string, headers: Record<string, string> = browser) => {
  const { body: text } = await paying.testApp.app.inject({ method: 'GET', url: `/pay/${link}`, headers })
  return new RegExp(`"openedUrl":"[\\w/]*/api/checkout/${link}/opened"`).test(text)
}
const open = (link: string) => paying.testApp.call(null, 'POST', `/api/checkout/${link}/opened`)
const momentsOf = async (link: string) =>
  (
    await paying.sql<Record<'opened_at' | 'started_at' | 'paid_at', Date | null>>(
      `select opened_at, started_at, paid_at from payment_links where merchant_id = $1 and link_ref = '${link}'`,
    )
  )[0]
const rollUp = (merchant: TestMerchant) =>
  runJob(
    rollUpLinks,
    { merchantId: merchant.merchantId, environment: 'sandbox', all: 'all' },
    paying.testApp.serveParts,
    new AbortController().signal,
  )

describe('a link', () => {
  it('is opened by the script of its page in a shopper’s browser, once, and not by whoever only reads the page', async () => {
    const link = await paying.link({})
    for (const headers of [
      { 'user-agent': 'WhatsApp/2.23' },
      { ...browser, 'sec-purpose': 'prefetch' },
      { ...browser, 'sec-fetch-site': 'same-origin' },
    ])
      expect(await tells(link, headers)).toBe(false)
    expect(await tells(link)).toBe(true)
    expect(await momentsOf(link)).toEqual({ opened_at: null, started_at: null, paid_at: null })
    expect((await open(link)).status).toBe(200)
    const first = (await momentsOf(link))?.opened_at
    expect(first).toBeInstanceOf(Date)
    expect(await tells(link)).toBe(false)
    paying.clock.now = new Date(Date.now() + 60_000)
    await Promise.all([open(link), open(link)])
    paying.clock.now = null
    expect((await momentsOf(link))?.opened_at).toEqual(first)
    const { timeline } = (await paying.call('GET', `/merchants/${paying.merchant.key}/paymentLink/${link}`)).body
      .content as unknown as { timeline: { event: string }[] }
    expect(timeline.filter(({ event }) => event === 'opened')).toHaveLength(1)
    expect((await open('x'.repeat(27))).status).toBe(404)
  })

  it('is started by its first attempt and paid by the first that succeeds', async () => {
    const link = await paying.link({})
    const now = Date.now()
    const at = (minutes: number) => new Date(now + minutes * 60_000)
    const card = async (number: string, moment: Date) => {
      paying.clock.now = moment
      const { orderRef } = await paying.start(link, { token: await paying.simulator.token(number) })
      await paying.settle(orderRef)
    }
    await card('4000000000000002', at(1))
    await card('4242424242424242', at(2))
    paying.clock.now = null
    // Nobody saw the opening: who starts has opened it, at a time that is not known.
    expect(await momentsOf(link)).toEqual({ opened_at: null, started_at: at(1), paid_at: at(2) })
    await open(link)
    expect((await momentsOf(link))?.opened_at).toBe(null)
  })
})

describe('the funnel', () => {
  let merchant: TestMerchant
  let session: TestSession
  const from = new Date('2026-02-10T00:00:00Z')
  const random = seeded(20_260)
  const linksAll = 300

  beforeAll(async () => {
    merchant = await paying.testApp.addMerchant({ timeZone: 'Asia/Kathmandu' })
    session = await paying.testApp.signIn(merchant)
    await insertLinks(paying.testApp, merchant, linksAll)
    const links = await query<{ link_ref: string }>('select link_ref from payment_links where merchant_id = $1')
    for (const [number, { link_ref }] of links.entries()) {
      const made = new Date(from.getTime() + Math.floor(random() * 6 * 86_400_000))
      const steps = Math.floor(random() * 4)
      let last = made.getTime()
      const moments = [0, 1, 2].map((step) => {
        last += Math.floor(1000 * 10 ** (random() * 6))
        return step < steps ? new Date(last) : null
      })
      if (random() < 0.2 && moments[1]) moments[0] = null
      await query(
        'update payment_links set created_at = $2, opened_at = $3, started_at = $4, paid_at = $5 where merchant_id = $1 and link_ref = $6',
        [made, ...moments, link_ref],
      )
      // Most of it is added up, not all: some days are built from the links, some from deltas, and some deltas are left.
      if (number === 100 || number === 200) await rollUp(merchant)
    }
  })

  const query = <R extends object>(text: string, values: unknown[] = []) =>
    paying.testApp.owner.transaction(null, (tx) => tx.query<R>(text, [merchant.merchantId, ...values]))
  const ask = async (stretch: { from: Date; to: Date }, more: object = {}) => {
    const body = { time_filter: wireStretch(stretch), ...more }
    const answer = await paying.testApp.call(session, 'POST', `/api/analytics/${merchant.key}/funnel`, body)
    expect(answer.status, answer.text).toBe(200)
    return (answer.body.content as unknown as { funnel: Funnel[] }).funnel
  }
  const stretches = [
    { from, to: new Date('2026-02-16T00:00:00Z') },
    // Days of Kathmandu, which are none of UTC.
    { from: new Date('2026-02-10T18:15:00Z'), to: new Date('2026-02-14T18:15:00Z') },
    { from: new Date('2026-02-12T03:00:01Z'), to: new Date('2026-02-12T19:30:59Z') },
  ]
  interface ByHand extends Record<'made' | 'opened' | 'started' | 'paid', number> {
    currency: Currency
    open: number
    start: number
    pay: number
  }
  const median = (from: string, to: string) =>
    `percentile_disc(0.5) within group (order by extract(epoch from ${to} - ${from}))::float8`
  const byHand = `
    select currency, count(*)::int as made, count(*) filter (where opened_at is not null or started_at is not null)::int as opened,
      count(started_at)::int as started, count(paid_at)::int as paid, ${median('created_at', 'opened_at')} as open,
      ${median('opened_at', 'started_at')} as start, ${median('started_at', 'paid_at')} as pay
    from payment_links where merchant_id = $1 and created_at >= $2 and created_at < $3 group by 1`

  it('is the links themselves, in each currency, with medians to within a twentieth', async () => {
    for (const stretch of stretches) {
      const found = await ask(stretch)
      const rows = await query<ByHand>(byHand, [stretch.from, stretch.to])
      expect(found).toHaveLength(rows.length)
      for (const { currency, open, start, pay, ...counts } of rows) {
        const funnel = found.find((one) => one.currency === currency)
        expect(funnel).toMatchObject(counts)
        for (const [seconds, exact] of [
          [funnel?.seconds_to_open, open],
          [funnel?.seconds_to_start, start],
          [funnel?.seconds_to_pay, pay],
        ] as const)
          expect(Math.abs((seconds ?? NaN) - exact), `${currency} ${seconds}`).toBeLessThanOrEqual(1 + exact / 20)
        expect(await ask(stretch, { currency })).toEqual([funnel])
      }
    }
  })

  it('has in each number exactly the links of its list', async () => {
    for (const stretch of stretches)
      for (const funnel of await ask(stretch))
        for (const reached of [undefined, ...linkSteps]) {
          const filters = { currency: funnel.currency, created_at: wireStretch(stretch), ...(reached && { reached }) }
          const { body } = await paying.testApp.call(session, 'POST', `/merchant/${merchant.key}/paymentLinks`, {
            filters,
          })
          expect(body['total_elements'], reached).toBe(funnel[reached ?? 'made'])
        }
  })

  it('stays the same when the counts are added up, by two at once too, and when a link changes its currency', async () => {
    const [whole] = stretches as [(typeof stretches)[number]]
    const before = await ask(whole)
    await Promise.all([rollUp(merchant), rollUp(merchant)])
    expect(await query('select 1 as one from link_deltas where merchant_id = $1')).toEqual([])
    expect(await ask(whole)).toEqual(before)
    const wrong = `select day, currency, step, band, sum(links) from (
        select day, currency, step, band, links from link_days where merchant_id = $1
        union all select day, currency, step, band, -links from link_steps where merchant_id = $1
      ) s group by 1, 2, 3, 4 having sum(links) <> 0`
    expect(await query(wrong)).toEqual([])
    const owner = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
    expect(await verifySums(paying.testApp.owner, owner)).toEqual([])
    await query(`update payment_links set currency = 'SGD' where merchant_id = $1 and currency = 'USD'`)
    expect((await ask(whole)).map(({ currency }) => currency).toSorted()).toEqual(['JPY', 'SGD'])
    await rollUp(merchant)
    expect(await query(wrong)).toEqual([])
    // A step that is not counted is found.
    await query(`update link_days set links = links - 1 where merchant_id = $1 and step = 'paid'`)
    expect(await verifySums(paying.testApp.owner, owner)).not.toEqual([])
    await query(`update link_days set links = links + 1 where merchant_id = $1 and step = 'paid'`)
    expect((await ask(whole)).reduce((all, { made }) => all + made, 0)).toBe(linksAll)
  })

  it('is built by the sweep, of links that no change has counted', async () => {
    const other = await paying.testApp.addMerchant()
    const asOther = <R extends object>(text: string) =>
      paying.testApp.owner.transaction(null, (tx) => tx.query<R>(text, [other.merchantId]))
    await insertLinks(paying.testApp, other, 3)
    await asOther('delete from link_deltas where merchant_id = $1')
    const sweep = () =>
      sweepJobs(
        { declared: [rollUpLinks], ...paying.testApp.serveParts },
        { merchantId: other.merchantId, environment: 'sandbox' },
      )
    expect(await sweep()).toBe(1)
    await runJobs(paying.testApp, { names: [rollUpLinks.name] })
    expect(
      await asOther(`select sum(links)::int as links from link_days where merchant_id = $1 and step = 'made'`),
    ).toEqual([{ links: 3 }])
    expect(await sweep()).toBe(0)
  })
})
