import type { Alert } from '#contract/alerts.ts'
import type { Role } from '#contract/access.ts'
import { newId } from '#server/kit/db/id.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { expect } from 'vitest'
import type { Answer, TestApp, TestMerchant, TestSession } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { checkAlerts } from './jobs.ts'

const minuteMs = 60_000
/** The time at which each test begins. */
export const start = new Date('2026-03-01T10:00:00Z')
export const at = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
export type AlertTrials = Awaited<ReturnType<typeof alertTrials>>

/** A new merchant without alerts at the start, and what tests do with it. */
export async function alertTrials(testApp: TestApp) {
  testApp.clock.now = start
  await testApp.owner.transaction(null, (tx) => tx.query('delete from alerts', []))
  const merchant: TestMerchant = await testApp.addMerchant({})
  const session: TestSession = await testApp.signIn(merchant)

  const sql = <R extends object>(text: string, ...values: unknown[]) =>
    testApp.owner.transaction(null, (tx) => tx.query<R>(text, [merchant.merchantId, ...values]))
  const as = (roles: Role[]) => testApp.signIn(merchant, { roles })
  const asked = () => ({
    name: `Alert ${newId()}`,
    metric: 'success_rate',
    comparison: 'below',
    threshold: 80,
    minutes: 5,
    least_cases: 10,
    recipients: [session.subUserId],
  })
  const path = () => `/api/analytics/${merchant.key}/alerts`
  const create = (changes: object = {}, by = session): Promise<Answer> =>
    testApp.call(by, 'POST', path(), { ...asked(), ...changes }, { 'idempotency-key': newId() })
  async function created(changes: object = {}): Promise<Alert> {
    const answer = await create(changes)
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body.content as unknown as Alert
  }
  async function listed(): Promise<{ alerts: Alert[]; people: { sub_user_id: string; name: string }[] }> {
    const answer = await testApp.call(session, 'GET', path())
    expect(answer.status, answer.text).toBe(200)
    return answer.body.content as never
  }
  const read = async () => (await listed()).alerts[0] as Alert
  /** Attempts of one state that begin at a minute from the start. */
  const pay = (status: string, count: number, minute: number, { channel = 'SIMULATOR', reason = '' } = {}) =>
    sql(
      `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, payable_kind, payable_ref, amount_minor, currency, status,
         status_reason, payment_method, channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip,
         device_info, description, source, paid_seconds, created_at, updated_at)
       select $1, 'sandbox', $6 || n, $6 || n, 'link', $6 || n, 1000, 'SGD', $2, $7, 'CARD', $5, '', '', '', '', '', '', '', '', 'payment_link',
         case when $2 = 'Success' then n end, $4, $4 from generate_series(1, $3::int) n`,
      status, count, at(minute), channel, newId(), reason,
    ) // prettier-ignore
  /** Lets the worker check until that minute. */
  const until = (minute: number) => runJobs(testApp, { names: ['check-alerts'], until: at(minute), dated: true })
  /** The notices so far, in the order in which they came. */
  const notices = () =>
    sql<{ kind: string; to_sub_user: string; facts: Record<string, string> }>(
      `select kind, to_sub_user, facts from notices where merchant_id = $1 order by notice_id`,
    )
  const kinds = async () => (await notices()).map(({ kind }) => kind)

  /** As a worker runs the job. */
  function runCheck(): Promise<void> {
    const data = { merchantId: merchant.merchantId, environment: 'sandbox', all: 'all' }
    return runJob(checkAlerts as never, data, testApp.serveParts, new AbortController().signal)
  }

  /** Deliveries in a state that began at the start, each tried once. */
  async function deliver(state: string, count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const [webhookId, eventId] = [newId(), newId()]
      await sql(
        `insert into webhooks (merchant_id, environment, webhook_id, name, name_lower, url, type, created_at)
         values ($1, 'sandbox', $2, $3, $3, 'https://shop.example', 'payment', now())`,
        webhookId,
        webhookId,
      )
      await sql(
        `insert into webhook_events (merchant_id, environment, event_id, type, object_ref, body, created_at)
         values ($1, 'sandbox', $2, 'payment', 'x', '{}', $3)`,
        eventId, start,
      ) // prettier-ignore
      await sql(
        `insert into webhook_deliveries (merchant_id, environment, delivery_id, event_id, webhook_id, object_ref, state, attempts, created_at)
         values ($1, 'sandbox', $2, $3, $4, 'x', $5, 1, $6)`,
        newId(), eventId, webhookId, state, start,
      ) // prettier-ignore
    }
  }

  return {
    merchant,
    session,
    sql,
    as,
    asked,
    path,
    create,
    created,
    listed,
    read,
    pay,
    until,
    notices,
    kinds,
    runCheck,
    deliver,
  }
}
