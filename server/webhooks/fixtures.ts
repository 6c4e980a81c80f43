import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from 'pg'
import type { WebhookType } from '#contract/webhooks.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { workJobs } from '#server/kit/jobs/work-jobs.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { openTestApp } from '#test/test-app.ts'
import { publishWebhook } from './publish.ts'
import { deliverWebhook } from './deliver.ts'
import { insertWebhook } from './queries.ts'

export type Delivering = Awaited<ReturnType<typeof openDelivering>>

/** A test app with the helpers of the webhook tests; no worker runs until a test starts one. */
export async function openDelivering() {
  const testApp = await openTestApp()
  const { ownerUrl } = testApp.parts
  const parts = testApp.serveParts
  const failures: Error[] = []
  const onError = (error: Error) => void failures.push(error)
  const asOwner = new Client({ connectionString: ownerUrl })
  asOwner.on('error', onError)
  await asOwner.connect()
  const sql = async <R extends object>(text: string, values: unknown[] = []) =>
    (await asOwner.query<R>(text, values)).rows
  const inScope = <T>(owner: Owner, work: (ctx: Ctx) => Promise<T>) =>
    ownTransaction(parts, owner, { requestId: 'test' }, work)

  /** Starts a worker that delivers webhooks until `stop`, with another clock or database if given. */
  const work = (other: Partial<Pick<typeof parts, 'now' | 'database'>> = {}) =>
    workJobs({ ...parts, ...other, ownerUrl, declared: [deliverWebhook as never], onError })

  async function newMerchant(environment: Owner['environment'] = 'sandbox') {
    const merchant = await testApp.addMerchant()
    return { ...merchant, owner: { merchantId: merchant.merchantId, environment } }
  }
  const newWebhook = (owner: Owner, webhookUrl: string, type: WebhookType = 'payment') =>
    inScope(owner, async (ctx) =>
      insertWebhook(ctx, { name: `to ${webhookUrl} ${newId()}`, url: webhookUrl, type, enabled: true }),
    )
  /** Publishes change number `n` of a payment; the body carries the number. */
  const happen = (owner: Owner, objectRef: string, n: number) =>
    inScope(owner, (ctx) => publishWebhook(ctx, { type: 'payment', objectRef, body: async () => ({ objectRef, n }) }))

  const deliveriesOf = (owner: Owner) =>
    sql<{
      state: string
      attempts: number
      next_attempt_at: Date | null
      object_ref: string
      claimed_until: Date | null
    }>('select * from webhook_deliveries where merchant_id = $1 order by seq', [owner.merchantId])
  const attemptsOf = (owner: Owner) =>
    sql<{ status: number; fault: string; response: string; url: string }>(
      `select a.*, w.url from webhook_attempts a join webhook_deliveries d using (merchant_id, environment, delivery_id)
       join webhooks w using (merchant_id, environment, webhook_id) where a.merchant_id = $1 order by a.attempt_id`,
      [owner.merchantId],
    )

  const later: { at: number; data: unknown }[] = []
  /**
   * Runs the jobs one by one, moving the clock to each job's time by `setTime`, until none is due by `until`. It takes the
   * jobs out of the queue, so nothing waits in real time.
   */
  async function runUntil(until: Date, setTime: (time: Date) => void): Promise<void> {
    for (;;) {
      const taken = await sql<{ data: unknown; wait: number }>(
        `with taken as (delete from pgboss.job where name = $1 and state = 'created' returning *)
         select data, extract(epoch from start_after - created_on)::float8 * 1000 as wait from taken order by created_on`,
        [deliverWebhook.name],
      )
      later.push(...taken.map(({ data, wait }) => ({ at: Date.now() + Math.max(0, Math.ceil(wait)), data })))
      later.sort((a, b) => a.at - b.at)
      const next = later[0]
      if (!next || next.at > until.getTime()) break
      later.shift()
      if (next.at > Date.now()) setTime(new Date(next.at))
      await runJob(deliverWebhook, next.data, parts, new AbortController().signal)
    }
    if (until.getTime() > Date.now()) setTime(until)
  }

  /** Takes a merchant's single job out of the queue, to run it by hand. */
  async function takeJob({ merchantId }: Owner): Promise<unknown> {
    const taken = await sql<{ data: unknown }>("delete from pgboss.job where data->>'merchantId' = $1 returning data", [
      merchantId,
    ])
    if (taken.length !== 1) throw new Error(`${taken.length} jobs`)
    return taken[0]?.data
  }
  /** The number of queued jobs of a merchant's deliveries. */
  const jobsOf = ({ merchantId }: Owner) =>
    later.filter(({ data }) => (data as { merchantId: string }).merchantId === merchantId).length

  async function close(): Promise<void> {
    await asOwner.end()
    await testApp.close()
  }
  return { testApp, parts, failures, sql, inScope, work, newMerchant, newWebhook, happen, deliveriesOf, attemptsOf, runUntil, takeJob, jobsOf, close } // prettier-ignore
}

export interface Received {
  at: number
  id: string
  headers: Record<string, string>
  body: string
  json: { objectRef: string; n: number }
}
export type Answer = number | 'hang' | 'drop' | { status: number; headers: Record<string, string> }

/** A merchant's server: keeps all requests, and answers by the number of requests before. */
export async function openReceiver(
  answer: (received: Received, before: number) => Answer | Promise<Answer> = () => 200,
) {
  const received: Received[] = []
  let connections = 0
  let underWay = 0
  let mostAtOnce = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      underWay += 1
      mostAtOnce = Math.max(mostAtOnce, underWay)
      response.on('close', () => (underWay -= 1))
      const body = Buffer.concat(chunks).toString()
      const headers = textHeaders(request.headers)
      const one = {
        at: Date.now(),
        id: headers['webhook-id'] ?? '',
        headers,
        body,
        json: JSON.parse(body) as Received['json'],
      }
      const before = received.push(one) - 1
      void Promise.resolve(answer(one, before)).then((given) => respond(response, given))
    })
  })
  server.on('connection', () => (connections += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    connections: () => connections,
    mostAtOnce: () => mostAtOnce,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function respond(response: ServerResponse, answer: Answer): void {
  if (answer === 'hang') return
  if (answer === 'drop') return void response.destroy()
  const { status, headers } = typeof answer === 'number' ? { status: answer, headers: {} } : answer
  response.writeHead(status, headers).end('noted')
}

const textHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
