import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { allCalls } from '#contract/contract.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { createApp } from './app.ts'
import { startMonitor } from './monitor.ts'
import { openWatch, type Watch } from './watch.ts'

const { version } = packageJson

let testApp: TestApp
let watch: Watch
let served: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  testApp = await openTestApp()
  watch = await openWatch(testApp.parts)
  served = await createApp(testApp.parts, { watch, rateFactor: 10_000 })
})
afterAll(async () => {
  await served.close()
  await watch.stop()
  await testApp.close()
})

const health = async (path: 'live' | 'ready') => {
  const answer = await served.app.inject(`/health/${path}`)
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>(), headers: answer.headers }
}
/** A check of the database counts for half a second. */
const soon = { timeout: 5_000 }

describe('health', () => {
  test('ready says which check fails and nothing of what is behind it; live stays live', async () => {
    expect(await health('ready')).toMatchObject({
      status: 200,
      body: {
        status: 'ready',
        version,
        checks: { database: 'ok', schema: 'ok', event_loop: 'ok', not_draining: 'ok' },
      },
    })
    await testApp.owner.transaction(null, (tx) => tx.query(`update schema_migrations set name = 'x' || name where name = (select max(name) from schema_migrations)`, [])) // prettier-ignore
    await expect
      .poll(() => health('ready'), soon)
      .toMatchObject({ status: 503, body: { checks: { schema: 'failed', database: 'ok' } } })
    await testApp.owner.transaction(null, (tx) => tx.query(`update schema_migrations set name = substr(name, 2) where name like 'x%'`, [])) // prettier-ignore
    await expect.poll(async () => (await health('ready')).status, soon).toBe(200)

    const gone = await openWatch({ databaseUrl: 'postgres://nobody:x@127.0.0.1:1/gateway' })
    const lost = await createApp(testApp.parts, { watch: gone })
    const answer = await lost.app.inject('/health/ready')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({
      status: 'not ready',
      version,
      checks: { database: 'failed', schema: 'failed', event_loop: 'ok', not_draining: 'ok' },
    })
    expect((await lost.app.inject('/health/live')).json()).toEqual({ status: 'live', version })
    await lost.close()
    await gone.stop()
  })

  test('once it drains it is not ready, goes on answering, and asks each connection to end', async () => {
    const leaving = await openWatch(testApp.parts)
    const { app, close } = await createApp(testApp.parts, { watch: leaving })
    const asked = async () => {
      const { statusCode, headers } = await app.inject('/gateway/openapi.json')
      return [statusCode, headers['connection']]
    }
    expect(await asked()).toEqual([200, 'keep-alive'])
    leaving.readiness.drain()
    expect((await app.inject('/health/ready')).json()).toMatchObject({ checks: { not_draining: 'failed' } })
    expect(await asked()).toEqual([200, 'close'])
    await close()
    await leaving.stop()
  })
})

describe('metrics', () => {
  test('are served on a port of their own, cover requests, pools, queues and the schema, and name no merchant or user', async () => {
    const merchant = await testApp.addMerchant()
    const session = await testApp.signIn(merchant)
    const headers = { authorization: `Bearer ${session.token}` }
    await served.app.inject({ url: `/gateway/merchants/${merchant.merchantId}/webhooks`, headers })
    await served.app.inject({ url: `/gateway/merchants/nobody-${merchant.key}/webhooks`, headers })
    await served.app.inject(`/pay/absent-${merchant.key}`)
    const config = { ...testApp.parts.config, metrics: { port: 0, host: '127.0.0.1' } }
    const monitor = await startMonitor({ ...testApp.parts, config }, watch.readiness)
    const get = (path: string) => fetch(`http://127.0.0.1:${monitor.port}${path}`)
    const text = await (await get('/metrics')).text()
    expect(text).toMatch(/countinghouse_requests_total\{call="listWebhooks",status="200"\} [1-9]/)
    expect(text).toMatch(/countinghouse_requests_total\{call="listWebhooks",status="404"\} [1-9]/)
    expect(text).toMatch(/countinghouse_build_info\{[^}]*schema="\d{4}-[^}]*\} 1/)
    for (const name of ['pool_connections', 'pool_oldest_wait_seconds', 'ledger_findings', 'password_hashes'])
      expect(text).toContain(`countinghouse_${name}`)
    expect(text).not.toContain(merchant.key)
    expect(text).not.toContain(merchant.merchantId)

    const known = new Set([
      ...allCalls().map(({ name }) => name),
      'page',
      'health',
      'shoppersPage',
      'providerCallback',
      'notificationsStream',
    ])
    const labels = [...text.matchAll(/countinghouse_request\w*\{call="([^"]*)"/g)].map((match) => match[1] ?? '')
    expect(labels.filter((label) => !known.has(label))).toEqual([])
    expect((await get('/health/ready')).status).toBe(200)
    expect((await get('/health/live')).status).toBe(200)
    expect((await get('/gateway/openapi.json')).status).toBe(404)
    await monitor.stop()
    expect((await served.app.inject('/metrics')).body).not.toContain('countinghouse_')
  })
})
