import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { paymentBody } from '#server/payments/publish-webhook.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { runJobs } from './run-jobs.ts'

/** The shop at the end of docs/merchant-server.md is run as it stands there, against the real API. */
const page = readFileSync(join(import.meta.dirname, '../docs/merchant-server.md'), 'utf8')
const program = [...page.matchAll(/```js\n(.*?)```/gs)].at(-1)?.[1] ?? ''

let paying: Paying
let shop: ChildProcess
let url: string
beforeAll(async () => {
  paying = await openPaying()
  const { testApp, merchant } = paying
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  shop = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: {
      ORIGIN: `http://127.0.0.1:${(testApp.app.server.address() as AddressInfo).port}`,
      MERCHANT_KEY: merchant.key,
      MERCHANT_SECRET: merchant.secret,
      SHOP: url,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(shop.stdout as NodeJS.ReadableStream, 'data')
})
afterAll(async () => {
  shop.kill()
  await paying.close()
})

const visit = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${url}${path}`, { redirect: 'manual', ...init })
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') ?? '' }
}

it('initiates, knows its return and webhook from forged ones, asks, captures and refunds', async () => {
  const bought = await visit('/buy')
  expect(bought.location, bought.text).toMatch(/\/pay\/\w{27}$/)
  const [payment] = await paying.sql<{ order_ref: string; merchant_order_ref: string }>(
    'select order_ref, merchant_order_ref from payments where merchant_id = $1',
  )
  const { order_ref: ref = '', merchant_order_ref: order = '' } = payment ?? {}
  const status = async () => (await visit(`/status?order=${order}`)).text
  expect(await status()).toBe('Initiated')
  await paying.settle(ref)
  const link = bought.location.slice(-27)
  await paying.simulator.act(ref, { act: 'approve' })
  await paying.callBack(ref)
  expect(await status()).toBe('Authorized')

  expect((await visit(`/ship?order=${order}`)).text).toBe('On its way')
  await runJobs(paying.testApp, { names: ['finish-payment'] })
  expect(await status()).toBe('Success')
  const { redirect_url: back } = await paying.attempt(link, ref)
  expect((await visit(back.slice(url.length))).text).toBe('Thank you: Success')
  expect((await visit(back.slice(url.length).replace('status=Success', 'status=Failed'))).status).toBe(400)

  const owner = { merchantId: paying.merchant.merchantId, environment: 'sandbox' as const }
  const body = await ownTransaction(paying.testApp.serveParts, owner, { requestId: 'test' }, (ctx) =>
    paymentBody(ctx, ref),
  )
  const tell = (event: object) => visit('/webhook', { method: 'POST', body: JSON.stringify(event) })
  expect((await tell({ ...body, status: 'Failed' })).status).toBe(401)
  expect((await tell(body)).status).toBe(200)
  for (const _ of [1, 2]) expect((await visit(`/refund?order=${order}`)).text).toBe('Left: 40')
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}
