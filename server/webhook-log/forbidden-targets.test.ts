import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostileUrls } from '#server/kit/outbound/hostile-urls.ts'
import { deliverWebhook } from '#server/webhooks/deliver.ts'
import { lockDelivery } from '#server/webhooks/deliveries.ts'
import { resendDelivery } from '#server/webhooks/resend.ts'
import { probesOf } from '#test/probes.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openLogging, type Logging, type Shop } from './fixtures.ts'
import { sendTest } from './send-test.ts'

/** Blanks around an address are not part of it. */
const all = Object.values(hostileUrls)
  .flat()
  .filter((url) => url === url.trim())
const urls = probesOf('forbidden targets', all, 20)
let logging: Logging
let shop: Shop
beforeAll(async () => {
  logging = await openLogging()
  logging.delivering.parts.services.allowLoopbackWebhooks = false
  shop = await logging.shop()
})
afterAll(() => logging.close())

it(`are refused when they are saved, ${urls.length} of them, wherever an address is saved`, async () => {
  expect(all.length).toBeGreaterThan(110)
  const { key, webhookId } = shop
  for (const url of urls) {
    const made = await shop.ask('POST', `/merchants/${key}/webhooks`, { name: 'forbidden', url, type: 'payment' })
    const changed = await shop.ask('PUT', `/merchants/${key}/update-webhook`, { uuid: webhookId, url })
    // Empty is no confirmation.
    const asked = url === '' ? made : await shop.ask('PUT', `/api/confirmations/${key}`, { url })
    for (const { status, body } of [made, changed, asked]) {
      expect(status, url).toBe(400)
      expect(body, url).toMatchObject({ errors: expect.arrayContaining([expect.objectContaining({ path: 'url' })]) })
    }
  }
})

it('get no packet of an event, a test or what is sent again, whatever was saved', async () => {
  // Where each connects to; a socket that was closed meanwhile no longer knows it.
  const targets = new Map<Socket, string>()
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    targets.set(socket, 'not connected')
    socket.once('connect', () => targets.set(socket, `${socket.remoteAddress}:${socket.remotePort}`))
  }
  const { delivering, testApp } = logging
  const merchant = await delivering.newMerchant()
  // PostgreSQL keeps no text with a NUL.
  const kept = urls.filter((url) => !url.includes('\0'))
  const webhookIds = await Promise.all(kept.map((url) => delivering.newWebhook(merchant.owner, url)))
  const deliver = () => runJobs(testApp, { names: [deliverWebhook.name] })
  subscribe('net.client.socket', note)
  try {
    await delivering.happen(merchant.owner, 'p1', 1)
    await deliver()
    for (const webhookId of webhookIds) await delivering.inScope(merchant.owner, (ctx) => sendTest(ctx, webhookId))
    for (const { delivery_id } of await delivering.sql<{ delivery_id: string }>(
      'select delivery_id from webhook_deliveries where merchant_id = $1 and not test',
      [merchant.owner.merchantId],
    ))
      await delivering.inScope(merchant.owner, async (ctx) => {
        const delivery = await lockDelivery(ctx, delivery_id)
        if (delivery) await resendDelivery(ctx, delivery)
      })
    await deliver()
  } finally {
    unsubscribe('net.client.socket', note)
  }
  const attempts = await delivering.attemptsOf(merchant.owner)
  expect(attempts).toHaveLength(kept.length * 3)
  expect(attempts.filter(({ status, fault }) => status !== 0 || fault !== 'refused_address')).toEqual([])
  // Only the database was connected to.
  const { port } = new URL(testApp.parts.ownerUrl)
  expect([...targets.values()].filter((target) => !target.endsWith(`:${port}`))).toEqual([])
})
