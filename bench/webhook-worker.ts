import { openDatabase } from '#server/kit/db/db.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { prepareJobs } from '#server/kit/jobs/jobs.ts'
import { workJobs } from '#server/kit/jobs/work-jobs.ts'
import { servicesOf } from '#server/services.ts'
import { deliverWebhook } from '#server/webhooks/deliver.ts'
import { publishWebhook } from '#server/webhooks/publish.ts'
import { insertWebhook } from '#server/webhooks/queries.ts'
import { asOwner } from './as-owner.ts'
import { partsOf } from './database.ts'
import { serveQuestions, taskOf } from './process.ts'

/** A worker that delivers webhooks and does nothing else. It works once it is told to, so that all of a run is due at its begin. */
const { ownerUrl, merchantId } = taskOf<{ ownerUrl: string; merchantId: string }>()
const onError = (error: Error) => console.error(error)
const parts = await partsOf(ownerUrl)
const declared = [deliverWebhook as never]
await prepareJobs(ownerUrl, declared, onError)
const database = openDatabase(parts.databaseUrl, { name: 'jobs', onError })
const services = servicesOf(parts)
services.allowLoopbackWebhooks = true
const running = { database, services, now: () => new Date() }
const owner = { merchantId, environment: 'sandbox' as const }

export type WebhookQuestion = { publish: { urls: readonly string[]; events: number } } | { work: true }

async function answer(question: WebhookQuestion): Promise<null> {
  if ('publish' in question) await publish(question.publish)
  else await workJobs({ ownerUrl, declared, onError, ...running })
  return null
}

/** Makes a webhook for each address, in place of those before, and publishes so many events of different objects to all. */
async function publish({ urls, events }: { urls: readonly string[]; events: number }): Promise<void> {
  await asOwner(ownerUrl, `delete from pgboss.job where name = $1`, [deliverWebhook.name])
  await asOwner(ownerUrl, `update webhooks set enabled = false where merchant_id = $1`, [merchantId])
  const inOwn = (work: Parameters<typeof ownTransaction<void>>[3]) =>
    ownTransaction(running, owner, { requestId: 'bench' }, work)
  await inOwn(async (ctx) => {
    for (const url of urls)
      insertWebhook(ctx, { name: `bench ${url} ${Date.now()}`, url, type: 'payment_link', enabled: true })
  })
  for (let from = 0; from < events; from += 50)
    await inOwn(async (ctx) => {
      for (let n = from; n < Math.min(events, from + 50); n++)
        await publishWebhook(ctx, { type: 'payment_link', objectRef: `bench${n}`, body: async () => body(n) })
    })
}
const body = (n: number) => ({
  order_ref: `bench${n}`,
  amount: 125.5,
  currency: 'SGD',
  status: 'Success',
  note: 'x'.repeat(600),
})

// It ends without waiting for a receiver that never answers.
serveQuestions(null, answer)
