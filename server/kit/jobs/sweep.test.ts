import { afterAll, beforeAll, expect, it } from 'vitest'
import { jobs } from '#server/jobs.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { seedObjects } from '#test/objects.ts'
import { sweepJobs } from './sweep.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

/** A merchant with one of each kind of work overdue, and no job for any of it, as after a job was given up. */
async function overdue() {
  const merchant = await testApp.addMerchant()
  await seedObjects(testApp, merchant, 'Swept Shop')
  const values = [merchant.merchantId]
  await testApp.owner.transaction(null, async (tx) => {
    await tx.query(
      `update payments set status = 'Pending', payable_kind = '', payable_ref = '', link_ref = '', updated_at = now() - interval '1 hour' where merchant_id = $1`,
      values,
    )
    await tx.query(
      `update payment_links set expires_at = now() - interval '1 hour' where merchant_id = $1
       and link_ref = (select min(link_ref) from payment_links where merchant_id = $1 and status = 'created')`,
      values,
    )
    await tx.query(
      `with event as (insert into webhook_events (merchant_id, environment, event_id, type, object_ref, body, created_at)
         values ($1, 'sandbox', gen_random_uuid(), 'payment', 'p', '{}', now()) returning *)
       insert into webhook_deliveries (merchant_id, environment, delivery_id, event_id, webhook_id, object_ref, next_attempt_at, created_at)
       select event.merchant_id, 'sandbox', gen_random_uuid(), event_id, webhook_id, 'p', now() - interval '1 hour', now() - interval '1 hour'
       from event join webhooks using (merchant_id)`,
      values,
    )
    await tx.query(`delete from pgboss.job where data->>'merchantId' = $1`, values)
  })
  return { merchantId: merchant.merchantId, environment: 'sandbox' as const }
}
const jobsOf = (merchantId: string) =>
  testApp.owner.transaction(null, (tx) =>
    tx.query<{ name: string }>(`select name from pgboss.job where data->>'merchantId' = $1 order by 1`, [merchantId]),
  )

/** The jobs of what is overdue; of the links, the invoices, the subscription and the virtual account that every merchant has
 * here, two series, a balance and the sums are. */
const names = [
  'check-invoice-numbers',
  'check-invoice-numbers',
  'compare-balance',
  'deliver-webhook',
  'expire-payable',
  'roll-up-links',
  'roll-up-receivables',
  'roll-up-subscriptions',
  'settle-payment',
]

it('makes one job for each overdue row without one, however many processes sweep', async () => {
  const owner = await overdue()
  const parts = { ...testApp.serveParts, declared: jobs }
  const made = await Promise.all([1, 2, 3, 4].map(() => sweepJobs(parts, owner)))
  expect(made.reduce((sum, one) => sum + one)).toBe(names.length)
  expect(await sweepJobs(parts, owner)).toBe(0)
  expect((await jobsOf(owner.merchantId)).map(({ name }) => name)).toEqual(names)
})

it('the work of a job that was given up is taken up again by the workers', async () => {
  const owner = await overdue()
  await testApp.owner.transaction(null, (tx) =>
    tx.query(
      `insert into pgboss.job (name, data, state) select 'deliver-webhook', jsonb_build_object('merchantId', merchant_id,
         'environment', environment, 'deliveryId', delivery_id), 'failed' from webhook_deliveries where merchant_id = $1 and object_ref = 'p'`,
      [owner.merchantId],
    ),
  )
  expect(await sweepJobs({ ...testApp.serveParts, declared: jobs }, owner)).toBe(names.length)
  const worker = await testApp.startWorker()
  const states = () =>
    testApp.owner.transaction(null, async (tx) => {
      const [delivery] = await tx.query<{ state: string }>(
        `select state from webhook_deliveries where merchant_id = $1 and object_ref = 'p'`,
        [owner.merchantId],
      )
      const [links] = await tx.query<{ expired: number }>(
        `select count(*)::int as expired from payment_links where merchant_id = $1 and status = 'expired' and expires_at > now() - interval '2 hours'`,
        [owner.merchantId],
      )
      return [delivery?.state, links?.expired]
    })
  // Its webhook is switched off, so the delivery ends there.
  await expect.poll(states, { timeout: 15_000 }).toEqual(['disabled', 1])
  await worker.stop()
})
