import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resetSecret } from '#server/webhooks/secret.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { webhookHeaders } from '#server/kit/outbound/webhook-signature.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'

/** The shop of docs/integrate-a-shop.md is run as it stands there, against the real API. */
const page = readFileSync(join(import.meta.dirname, '../docs/integrate-a-shop.md'), 'utf8')
const program = [...page.matchAll(/```js\n(.*?)```/gs)].map((match) => match[1]).join('\n')

let paying: Paying
let shop: ChildProcess
let shopUrl: string
let webhookSecret: string
beforeAll(async () => {
  paying = await openPaying()
  const { testApp, merchant } = paying
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = testApp.app.server.address() as AddressInfo
  const owner = { merchantId: merchant.merchantId, environment: 'sandbox' as const }
  webhookSecret = (await ownTransaction(testApp.serveParts, owner, { requestId: 'test' }, resetSecret)).secret
  const webhook = { name: 'Shop', url: 'https://shop.example/webhook', type: 'payment', enabled: true }
  const made = await paying.call('POST', `/merchants/${merchant.key}/webhooks`, webhook)
  expect(made.status, made.text).toBe(200)
  shopUrl = `http://127.0.0.1:${await freePort()}`
  shop = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: {
      ORIGIN: `http://127.0.0.1:${port}`,
      CLIENT_KEY: merchant.key,
      SECRET_KEY: merchant.secret,
      WEBHOOK_SECRET: webhookSecret,
      SHOP: shopUrl,
      PORT: new URL(shopUrl).port,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(shop.stdout as NodeJS.ReadableStream, 'data')
})
afterAll(async () => {
  shop.kill()
  await paying.close()
})

it('sells by a link, knows its own return and webhook from forged ones, and refunds', async () => {
  const bought = await fetch(`${shopUrl}/buy`, { redirect: 'manual' })
  const link = /\/pay\/(\w{27})$/.exec(bought.headers.get('location') ?? '')?.[1] ?? ''
  expect(link, await bought.text()).not.toBe('')

  const { orderRef } = await paying.start(link, { token: await paying.simulator.token('4242424242424242') })
  await paying.settle(orderRef)
  const { redirect_url: back } = await paying.attempt(link, orderRef)
  expect(await (await fetch(back)).text()).toBe('Thank you for your order.')
  expect((await fetch(back.replace('status=Success', 'status=Failed'))).status).toBe(400)

  const [event] = await paying.sql<{ event_id: string; body: string }>(
    `select event_id, body from webhook_events where merchant_id = $1 and body like '%"Success"%'`,
  )
  if (!event) throw new Error('no webhook was made')
  const { body, event_id: id } = event
  const order = (JSON.parse(body) as { merchant_order_ref: string }).merchant_order_ref
  const deliver = (secret: string) =>
    fetch(`${shopUrl}/webhook`, {
      method: 'POST',
      headers: webhookHeaders({ id, timestamp: new Date(), body, secrets: [secret] }),
      body,
    })
  expect((await deliver(`whsec_${Buffer.alloc(32).toString('base64')}`)).status).toBe(401)
  expect((await fetch(`${shopUrl}/refund?order=${order}`)).status).toBe(409)
  expect((await deliver(webhookSecret)).status).toBe(200)
  expect((await deliver(webhookSecret)).status).toBe(200)

  const refunded = await fetch(`${shopUrl}/refund?order=${order}&amount=8.25`)
  expect(refunded.status, await refunded.clone().text()).toBe(200)
  expect(await (await fetch(`${shopUrl}/refund?order=${order}&amount=8.25`)).text()).toBe(await refunded.text())
  expect(await paying.read(orderRef)).toMatchObject({ status: 'Success', amount: 48.25, refunding: 8.25 })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
