import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import type { Outcome } from '#server/providers/provider.ts'
import { openPaying, type Paying } from './fixtures.ts'
import { warnOfLapse } from './lapse.ts'

/** Payments that are only authorised, and what people are told before they lapse. */
let paying: Paying
beforeAll(async () => {
  paying = await openPaying()
})
afterEach(() => {
  paying.clock.now = null
  paying.testApp.serveParts.services.provider = () => paying.provider
})
afterAll(() => paying.close())

const hour = 3_600_000
const at = (time: string | null) => Date.parse(`${time}Z`)
/** A payment that its provider has authorised, with the time that it tells. */
async function authorised(lapsesAt?: Date): Promise<string> {
  const told: Outcome = { kind: 'authorised', providerRef: 'p', ...(lapsesAt && { lapsesAt }) }
  paying.testApp.serveParts.services.provider = () => ({ ...paying.provider, authorise: async () => told })
  const { orderRef } = await paying.start(await paying.link({}), {
    token: await paying.simulator.token('4242424242424242'),
  })
  await paying.settle(orderRef)
  expect((await paying.read(orderRef)).status).toBe('Authorized')
  return orderRef
}
const warn = (orderRef: string) => {
  const data = { merchantId: paying.merchant.merchantId, environment: 'sandbox', orderRef }
  return runJob(warnOfLapse as never, data, paying.testApp.serveParts, new AbortController().signal)
}
const told = async (orderRef: string) =>
  (
    await paying.sql<{ facts: { order_ref: string } }>(
      `select facts from notices where merchant_id = $1 and kind = 'authorisation_lapsing'`,
    )
  ).filter(({ facts }) => facts.order_ref === orderRef).length
const jobsOf = (orderRef: string) =>
  paying.sql<{ start_after: Date }>(
    `select start_after from pgboss.job where name = 'warn-of-lapse' and data->>'merchantId' = $1::text
       and data->>'orderRef' = '${orderRef}'`,
  )

it('the time is the provider’s word, else its rule in the catalogue, and is shown while the payment is authorised', async () => {
  const lapsesAt = new Date(Date.now() + 50 * hour)
  expect(at((await paying.read(await authorised(lapsesAt))).capture_by)).toBe(
    Math.floor(lapsesAt.getTime() / 1_000) * 1_000,
  )
  const byRule = await authorised()
  expect(at((await paying.read(byRule)).capture_by) - Date.now()).toBeGreaterThan(6.9 * 24 * hour)
  await paying.sql(`update payments set status = 'Success' where merchant_id = $1 and order_ref = '${byRule}'`)
  expect((await paying.read(byRule)).capture_by).toBeNull()
})

it('people are told a day before, once, however often the job runs', async () => {
  const lapsesAt = new Date(Date.now() + 50 * hour)
  const orderRef = await authorised(lapsesAt)
  expect((await jobsOf(orderRef)).map(({ start_after }) => start_after.getTime())).toEqual([
    lapsesAt.getTime() - 24 * hour,
  ])
  await warn(orderRef)
  expect(await told(orderRef)).toBe(0)
  paying.clock.now = new Date(lapsesAt.getTime() - 24 * hour)
  await Promise.all([warn(orderRef), warn(orderRef), warn(orderRef)])
  expect(await told(orderRef)).toBe(1)
})

it('nobody is told of what is being captured, until that is refused; the sweep makes the lost job', async () => {
  const orderRef = await authorised(new Date(Date.now() + 10 * hour))
  await paying.sql(`update payments set finish = 'capture' where merchant_id = $1 and order_ref = '${orderRef}'`)
  await warn(orderRef)
  expect(await told(orderRef)).toBe(0)
  await paying.sql(`update payments set finish = '' where merchant_id = $1 and order_ref = '${orderRef}'`)
  await paying.sql(`delete from pgboss.job where name = 'warn-of-lapse'`)
  const owner = { merchantId: paying.merchant.merchantId, environment: 'sandbox' as const }
  const parts = { ...paying.testApp.serveParts, declared: [warnOfLapse] as never }
  expect(await sweepJobs(parts, owner)).toBe(1)
  await warn(orderRef)
  expect(await told(orderRef)).toBe(1)
  await paying.sql(`delete from pgboss.job where name = 'warn-of-lapse'`)
  expect(await sweepJobs(parts, owner)).toBe(0)
})
