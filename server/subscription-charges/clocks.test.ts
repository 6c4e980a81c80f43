import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCharging, type Charging } from './fixtures.ts'

/** Workers whose clocks differ from that of the database, by which jobs start. */
let on: Charging
beforeAll(async () => {
  on = await openCharging()
})
afterAll(() => on.close())

const minute = 60_000
/** A subscription whose boundary is so many minutes ahead by the clock of the database; its jobs are those that a test makes. */
async function boundaryIn(minutes: number): Promise<string> {
  await on.begin(new Date().toISOString())
  const { order_ref: ref } = await on.active({ price: { period: 'H', frequency: 1 } })
  const moved = (column: string) => `${column} = ${column} + ${minutes - 60} * interval '1 minute'`
  await on.paying.sql(
    `update subscriptions set ${['anchor', 'next_due_at', 'next_act_at', 'period_end'].map(moved).join()} where order_ref = '${ref}'`,
  )
  await on.paying.sql(`delete from pgboss.job where name = 'act-on-subscription'`)
  return ref
}
/** Minutes until they start. */
const waiting = async () =>
  (
    await on.paying.sql<{ minutes: number }>(
      `select extract(epoch from start_after - clock_timestamp())::float8 / 60 as minutes from pgboss.job
       where name = 'act-on-subscription' and state = 'created'`,
    )
  ).map(({ minutes }) => minutes)

it('a job that a slow clock meets early comes again within seconds, and charges once by a right one', async () => {
  const ref = await boundaryIn(-5)
  on.paying.clock.now = new Date(Date.now() - 15 * minute)
  await on.actAlone(ref)
  expect(on.tries()).toEqual([])
  expect(await waiting()).toEqual([expect.closeTo(5 / 60, 1)])
  await on.jump(new Date(Date.now() + minute))
  expect(on.tries()).toHaveLength(1)
  expect(await on.charges(ref)).toEqual(['0 paid', '1 paid'])
})

it('a job that a fast clock has made too early comes again at its moment', async () => {
  const ref = await boundaryIn(15)
  on.paying.clock.now = new Date()
  await on.actAlone(ref)
  expect(await waiting()).toEqual([expect.closeTo(15, 0)])
  expect(on.tries()).toEqual([])
})

it('of a moment that is hours away no job comes again', async () => {
  await on.begin(new Date().toISOString())
  const { order_ref: ref } = await on.active()
  await on.actAlone(ref)
  expect(await waiting()).toEqual([])
})
