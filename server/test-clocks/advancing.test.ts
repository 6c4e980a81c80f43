import { afterAll, beforeAll, expect, it } from 'vitest'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { cards } from '#server/subscriptions/fixtures.ts'
import { advanceClock } from './jobs.ts'
import { lines, openClocks, type Clocks } from './fixtures.ts'

/** How an advance goes on and what it refuses. */
let on: Clocks
beforeAll(async () => {
  on = await openClocks()
})
afterAll(() => on.close())

/** A clock with the same two subscriptions each time. */
async function two(): Promise<string> {
  const clock = await on.clock()
  for (const card of [cards.lacksFundsOnce, cards.lacksFunds])
    await on.active({ test_clock: clock, customer_email_address: 'mei@example.com' }, card)
  return clock
}
const to = '2031-04-30 05:00:00'

it('two runs on equal subscriptions log the same, also where one was killed at each event', async () => {
  const [calm, killed] = [await two(), await two()]
  const whole = lines(await on.advance(calm, to), { messages: true })
  expect(whole.length).toBeGreaterThan(15)
  on.contentOf(await on.askToAdvance(killed, to))
  const { transaction } = on.paying.testApp.serveParts.database
  const dying = { ...on.paying.testApp.serveParts }
  let deaths = 0
  dying.database = {
    ...dying.database,
    // What an event did is undone with its commit, at every other one.
    transaction: (scope, work, how) =>
      transaction(
        scope,
        async (tx) => {
          const done = await work(tx)
          if (deaths++ % 2 === 0) throw new Error('killed')
          return done
        },
        how,
      ),
  }
  for (let tries = 0; tries < 30; tries++) {
    const data = { ...on.scope, clockRef: killed, waits: 0 }
    await runJob(advanceClock as never, data, dying, new AbortController().signal).catch((error: Error) => {
      if (error.message !== 'killed') throw error
    })
  }
  expect(deaths).toBeGreaterThan(8)
  expect(lines(await on.arrive(killed), { messages: true })).toEqual(whole)
  expect(await on.findings()).toEqual([])
})

it('refuses what is not later, beyond five years, or has more periods than 500', async () => {
  const clock = await on.clock()
  await on.active({ test_clock: clock, price: { period: 'D', frequency: 1 } })
  const refused = async (moment: string) => {
    const { status, body } = await on.askToAdvance(clock, moment)
    return [status, (body['errors'] as { reason: string }[] | undefined)?.[0]?.reason]
  }
  expect(await refused('2031-01-31 04:00:00')).toEqual([400, 'not_later'])
  expect(await refused('2030-01-31 04:00:00')).toEqual([400, 'not_later'])
  expect(await refused('2036-01-31 04:00:01')).toEqual([400, 'beyond_years'])
  expect(await refused('2036-01-31 04:00:00')).toEqual([400, 'too_many_periods'])
  expect(await on.readClock(clock)).toMatchObject({ state: 'ready', time: '2031-01-31 04:00:00', events: [] })
})

it('ten clocks are the most of a merchant and twenty subscriptions those of a clock; strangers and live mode find none', async () => {
  const clock = await on.clock()
  for (let n = 0; n < 20; n++) await on.create({ test_clock: clock })
  expect((await on.askFor({ price_order_ref: (await on.price()).order_ref, test_clock: clock })).status).toBe(400)
  const answers = await Promise.all(Array.from({ length: 10 }, () => on.askForClock()))
  const all = on.contentOf<unknown[]>(await on.ask('GET', '/api/test-clocks'))
  expect(all).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThan(0)

  const { testApp } = on.paying
  const stranger = await testApp.signIn(await testApp.addMerchant())
  expect((await on.askToAdvance(clock, to, stranger)).status).toBe(404)
  expect((await on.ask('DELETE', `/api/test-clocks/${clock}`, undefined, stranger)).status).toBe(404)
  const live = await on.ask('POST', '/api/test-clocks', { name: 'Live', environment: 'live' })
  expect(live.status).not.toBe(200)
})

it('deleting cancels its subscriptions, and it is gone', async () => {
  const clocks = on.contentOf<{ clock_ref: string }[]>(await on.ask('GET', '/api/test-clocks'))
  for (const { clock_ref } of clocks) expect((await on.removeClock(clock_ref)).status).toBe(200)
  const [left] = await on.paying.sql<{ count: number }>(
    `select count(*)::int as count from subscriptions where status in ('created', 'active', 'past_due') and merchant_id = $1`,
  )
  expect(left).toEqual({ count: 0 })
  expect(on.contentOf(await on.ask('GET', '/api/test-clocks'))).toEqual([])
  expect((await on.ask('GET', `/api/test-clocks/${clocks[0]?.clock_ref}`)).status).toBe(404)
})
