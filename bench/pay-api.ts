import type { AddressInfo } from 'node:net'
import { createApp } from '#server/app.ts'
import type { Job } from '#server/kit/jobs/jobs.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { settlePayment } from '#server/payments/jobs.ts'
import type { Provider } from '#server/providers/provider.ts'
import { partsOf } from './database.ts'
import { serveQuestions, taskOf } from './process.ts'

/**
 * The API with the job that completes a payment. The job runs before an attempt is answered, so that the worker's cost
 * counts too. The simulated provider answers 'captured' at once, because the provider's time is not part of the
 * product.
 */
const { ownerUrl } = taskOf<{ ownerUrl: string }>()
const { app, serveParts, close } = await createApp(await partsOf(ownerUrl), { rateFactor: 1e6 })

const captured: Provider['authorise'] = async ({ key }) => ({
  kind: 'captured',
  providerRef: `pay_${key}`,
  card: { brand: 'visa', masked: '424242******4242' },
})
const provider: Provider = {
  authorise: captured,
  capture: () => Promise.reject(new Error('captured at once')),
  refund: () => Promise.reject(new Error('nothing is refunded here')),
  void: () => Promise.reject(new Error('nothing is authorised here')),
  cancel: () => Promise.reject(new Error('nothing waits here')),
  status: () => Promise.resolve({ kind: 'absent' }),
  verifyCallback: () => Promise.resolve({ kind: 'forged', why: 'nobody calls back here' }),
  cardEntry: () => null,
}
const jobParts = { ...serveParts, services: { ...serveParts.services, provider: () => provider } }
const never = new AbortController().signal

app.addHook('onSend', async ({ url, merchantId }, _reply, answer) => {
  if (!url.endsWith('/attempts')) return
  const { content } = JSON.parse(String(answer)) as { content: { order_ref: string } }
  const data = { merchantId, environment: 'sandbox', orderRef: content.order_ref, asks: 0, nudge: false }
  await runJob(settlePayment as unknown as Job, data, jobParts, never)
})

await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
serveQuestions({ url: `http://127.0.0.1:${port}` }, () => null, { atEnd: close })
