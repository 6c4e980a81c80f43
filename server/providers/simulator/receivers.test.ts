import { createHmac } from 'node:crypto'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sign } from '#server/kit/auth/signature.ts'
import { newWebhookSecret, webhookHeaders } from '#server/kit/outbound/webhook-signature.ts'
import { createOutbound } from '#server/kit/outbound/outbound.ts'
import { openSimulator, type TestSimulator } from './fixtures.ts'

let simulator: TestSimulator
beforeAll(async () => void (simulator = await openSimulator()))
afterAll(() => simulator.close())

const outbound = createOutbound()
const secure = newWebhookSecret()
const merchant = 'merchant-secret'
const params = { amount: '100.25', currency: 'SGD', refund_id: 'R1', refund_status: 'SUCCESS', payment_txn_ref: 'P1' }
const body = JSON.stringify({ ...params, amount: 100.25, signature_hash: sign(params, merchant) })

const send = (path: string, { id = 'event-1', timeoutMs = 300, sent = body, by = secure } = {}) =>
  outbound.post(path.startsWith('http') ? path : simulator.url + path, {
    headers: {
      'content-type': 'application/json',
      ...webhookHeaders({ id, timestamp: new Date(), body: sent, secrets: [by] }),
    },
    body: sent,
    timeoutMs,
    allowLoopback: true,
  })
async function receivedAt(path: string) {
  const { json } = await simulator.call(`/v1/control/receivers/${path}`)
  return (json as { received: { id: string; headers_fit: boolean; body_fits: boolean }[] }).received
}

describe('a receiver', () => {
  test('keeps what came, and says whether both signatures fit', async () => {
    await simulator.call('/v1/control/receivers/well/a', { body: { secure, merchant } })
    const forged = JSON.stringify({ ...(JSON.parse(body) as object), amount: 1 })
    await send('/receiver/well/a')
    await send('/receiver/well/a', { id: 'event-2', sent: forged })
    await send('/receiver/well/a', { id: 'event-3', by: newWebhookSecret() })
    expect((await receivedAt('well/a')).map(({ id, headers_fit, body_fits }) => [id, headers_fit, body_fits])).toEqual([
      ['event-1', true, true],
      ['event-2', true, false],
      ['event-3', false, true],
    ])
    expect(await receivedAt('well/b')).toEqual([])
  })

  test('refuses what is old, although its signature is right', async () => {
    await simulator.call('/v1/control/receivers/well/old', { body: { secure, merchant } })
    const headers = webhookHeaders({ id: 'e', timestamp: new Date(Date.now() - 301_000), body, secrets: [secure] })
    await (await request(`${simulator.url}/receiver/well/old`, { method: 'POST', headers, body })).body.dump()
    expect((await receivedAt('well/old')).map(({ headers_fit }) => headers_fit)).toEqual([false])
  })

  test('heals after it has refused an event twice, and takes another event as if it were ill', async () => {
    const statuses = []
    for (const id of ['one', 'one', 'one', 'two']) statuses.push(await send('/receiver/heals/a', { id }))
    expect(statuses).toMatchObject([{ status: 503 }, { status: 503 }, { status: 200 }, { status: 503 }])
  })

  test('says how long to wait, once for each event', async () => {
    expect(await send('/receiver/limits')).toMatchObject({ status: 429, retryAfterSeconds: 5 })
    expect(await send('/receiver/limits')).toMatchObject({ status: 200 })
  })

  test('of each other manner is what its name says', async () => {
    const outcomes = await Promise.all([
      send('/receiver/hangs'),
      send('/receiver/drips'),
      send('/receiver/resets'),
      send('/receiver/redirects'),
      send('/receiver/gone'),
      send('/receiver/endless', { timeoutMs: 5_000 }),
      send(`${simulator.url.replace('http:', 'https:')}/receiver/bad-tls`),
    ])
    expect(outcomes).toMatchObject([
      { fault: 'timeout' },
      { fault: 'timeout' },
      { fault: 'connection' },
      { status: 302 },
      { status: 410 },
      { fault: 'too_large' },
      { fault: 'tls' },
    ])
    expect(await send('/receiver/unknown')).toMatchObject({ status: 404 })
  })
})

describe('the desk of the receivers', () => {
  const page = async (path: string, init: Parameters<typeof request>[1] = {}) => {
    const answer = await request(simulator.url + path, init)
    return { status: answer.statusCode, html: await answer.body.text() }
  }

  test('shows what came as text, and whether it fits, once it has the secrets', async () => {
    await send('/receiver/well/desk', { sent: '{"note":"<script>"}' })
    const { html } = await page('/desk/receivers/well/desk')
    expect(html).toContain('&#60;script&#62;')
    expect(html).not.toContain('<script>')
    expect(html).toContain('Headers: not verified')
    const form = new URLSearchParams({ act: 'set', secure, merchant }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: simulator.url }
    expect((await page('/desk/receivers/well/desk', { method: 'POST', headers, body: form })).status).toBe(303)
    await send('/receiver/well/desk')
    expect((await page('/desk/receivers/well/desk')).html).toContain('Headers: verified. Body: verified.')
    expect((await page('/desk/receivers')).html).toContain('/desk/receivers/well/desk')
  })

  test('is closed to a page of another origin', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }
    const body = new URLSearchParams({ act: 'forget', secure: '', merchant: '' }).toString()
    expect((await page('/desk/receivers/well/a', { method: 'POST', headers, body })).status).toBe(403)
    expect(await receivedAt('well/a')).toHaveLength(3)
  })

  test('verifies by its own means', () => {
    const own = createHmac('sha256', merchant).update(
      'amount=100.25&currency=SGD&payment_txn_ref=P1&refund_id=R1&refund_status=SUCCESS',
    )
    expect(own.digest('base64')).toBe(sign(params, merchant))
  })
})
