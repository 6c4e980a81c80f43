import { openDelivering, openReceiver, type Answer, type Received } from '#server/webhooks/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'

export type Logging = Awaited<ReturnType<typeof openLogging>>

/** Webhooks with their log, through the front door; jobs run when a test says. */
export async function openLogging() {
  const delivering = await openDelivering()
  const { testApp } = delivering
  const open: { close(): Promise<unknown> }[] = []

  /** A merchant with a session and a webhook to a receiver of its own. */
  async function shop(answer?: (received: Received, before: number) => Answer | Promise<Answer>) {
    const merchant = await delivering.newMerchant()
    const session = await testApp.signIn(merchant)
    const receiver = await openReceiver(answer)
    open.push(receiver)
    const webhookId = await delivering.newWebhook(merchant.owner, receiver.url)
    const ask = async <T = Record<string, unknown>>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
      const answered = await testApp.call(session, method, path, method === 'GET' ? undefined : (body ?? {}))
      return { status: answered.status, body: answered.body, content: answered.body['content'] as unknown as T }
    }
    return { ...merchant, session, receiver, webhookId, ask }
  }
  return {
    delivering,
    testApp,
    shop,
    run: (until?: Date) => runJobs(testApp, until ? { until } : {}),
    async close() {
      await Promise.all(open.map((one) => one.close()))
      await delivering.close()
    },
  }
}
export type Shop = Awaited<ReturnType<Logging['shop']>>
