import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { attemptEnd, cancelAttempt, type Progress, startAttempt, type Watching } from './attempts.ts'

/** What the far end does with one request: answers, or breaks the connection. */
type Turn = { status: number; body: unknown; retryAfter?: string } | 'break' | 'no JSON'

const servers: Server[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

/** A server that gives its scripted answers, the last one repeatedly, and keeps the requests. */
async function farEnd(...turns: Turn[]) {
  const asked: { method: string; key: string; body: unknown; cookie: string }[] = []
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const header = (name: string) => String(request.headers[name] ?? '')
      const body: unknown = text ? JSON.parse(text) : null
      asked.push({ method: request.method ?? '', key: header('idempotency-key'), body, cookie: header('cookie') })
      const turn = turns.length > 1 ? turns.shift() : turns[0]
      if (!turn || turn === 'break') return request.socket.destroy()
      if (turn === 'no JSON') return response.end('<html>')
      if (turn.retryAfter) response.setHeader('retry-after', turn.retryAfter)
      return response.writeHead(turn.status, { 'content-type': 'application/json' }).end(JSON.stringify(turn.body))
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/attempts`, asked }
}
async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Time that passes only when it is waited for. */
function time() {
  const pauses: number[] = []
  const seen: Progress[] = []
  const watching: Watching = {
    wait: (ms) => {
      pauses.push(ms)
      return Promise.resolve()
    },
    now: () => pauses.reduce((sum, ms) => sum + ms, 0),
    progress: (progress) => seen.push(progress),
  }
  return { pauses, seen, watching }
}

const press = { key: 'key-1', body: { token: 'tok_1', shopper_name: 'Ada', shopper_email: '' } }
const attempt = (state: string, more: object = {}): Turn => ({
  status: 200,
  body: { message: '', content: { order_ref: 'o1', state, reason: '', redirect_url: '', ...more } },
})
const fault = (status: number, reason: string, errors?: unknown): Turn => ({
  status,
  body: { message: 'x', status_reason: reason, errors },
})

describe('a press', () => {
  test('is sent once, with its key, and answered', async () => {
    const { url, asked } = await farEnd(attempt('waiting'))
    const started = await startAttempt(url, press, time().watching)
    expect(started).toEqual({
      kind: 'attempt',
      attempt: {
        orderRef: 'o1',
        state: 'waiting',
        reason: '',
        refusal: '',
        redirectUrl: '',
        method: '',
        subType: '',
        action: expect.objectContaining({ kind: 'none', url: '' }) as unknown,
        expiresAt: null,
        mayCancel: false,
        slips: 0,
        next: '',
      },
    })
    expect(asked).toEqual([{ method: 'POST', key: 'key-1', body: press.body, cookie: '' }])
  })

  test('is sent again with the same key and body while it is unknown whether it arrived', async () => {
    const busy = fault(409, 'REQUEST_IN_PROGRESS')
    for (const trouble of ['break', 'no JSON', fault(503, 'TEMPORARILY_UNAVAILABLE'), busy] as const) {
      const { url, asked } = await farEnd(trouble, trouble, attempt('paid'))
      const started = await startAttempt(url, press, time().watching)
      expect(started).toMatchObject({ kind: 'attempt', attempt: { state: 'paid' } })
      expect(asked.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1'])
      expect(new Set(asked.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    }
  })

  test('is given back to the shopper after four tries, not given up', async () => {
    const { url, asked } = await farEnd('break')
    const { watching, pauses, seen } = time()
    expect(await startAttempt(url, press, watching)).toEqual({ kind: 'unreachable' })
    expect(asked).toHaveLength(4)
    expect(pauses).toEqual([500, 1_000, 2_000])
    expect(seen.every(({ reachable }) => !reachable)).toBe(true)
  })

  test('waits as long as it is asked to, but no longer than a minute', async () => {
    const { watching, pauses } = time()
    const slow = { status: 503, body: {}, retryAfter: '7' } as const
    const endless = { status: 503, body: {}, retryAfter: '86400' } as const
    const { url } = await farEnd(slow, endless, attempt('paid'))
    await startAttempt(url, press, watching)
    expect(pauses).toEqual([7_000, 60_000])
  })

  test('is refused at once where trying again would not help', async () => {
    for (const [status, reason] of [
      [400, 'MAX_RETRY_LIMIT_EXCEED'],
      [409, 'INVALID_STATUS_TYPE'],
      [429, 'TOO_MANY_REQUESTS'],
      [404, 'RECORD_NOT_FOUND_ERROR'],
      [422, 'IDEMPOTENCY_KEY_REUSED'],
    ] as const) {
      const { url, asked } = await farEnd(fault(status, reason))
      expect(await startAttempt(url, press, time().watching)).toEqual({ kind: 'refused', reason, fields: [] })
      expect(asked).toHaveLength(1)
    }
  })

  test('returns the fields that the server refuses', async () => {
    const { url } = await farEnd(
      fault(400, 'INVALID_REQUEST_DATA', [{ path: 'shopper_email', reason: 'not_an_email' }]),
    )
    expect(await startAttempt(url, press, time().watching)).toMatchObject({
      kind: 'refused',
      fields: ['shopper_email'],
    })
  })

  test('beside an attempt in flight is that attempt’s, by name when the server names it', async () => {
    const named = await farEnd(fault(409, 'TRANSACTION_UNDER_REVIEW', [{ path: '', params: { order_ref: 'o7' } }]))
    expect(await startAttempt(named.url, press, time().watching)).toEqual({ kind: 'inFlight', orderRef: 'o7' })
    const nameless = await farEnd(fault(409, 'TRANSACTION_UNDER_REVIEW'))
    expect(await startAttempt(nameless.url, press, time().watching)).toEqual({ kind: 'inFlight', orderRef: '' })
  })
})

describe('the wish to pay another way', () => {
  test('is sent again with the same key while there is no answer, and not after a refusal', async () => {
    const slow = await farEnd('break', fault(503, 'x'), attempt('waiting'))
    expect(await cancelAttempt(slow.url, time().watching)).toBe('taken')
    expect(slow.asked).toHaveLength(3)
    expect(new Set(slow.asked.map(({ key }) => key)).size).toBe(1)
    const over = await farEnd(fault(409, 'INVALID_STATUS_TYPE'))
    expect(await cancelAttempt(over.url, time().watching)).toBe('refused')
    expect(await cancelAttempt((await farEnd('break')).url, time().watching)).toBe('unreachable')
  })
})

describe('the end of an attempt', () => {
  test('is asked for, ever more slowly, however long it takes', async () => {
    const { url, asked } = await farEnd(...Array.from({ length: 200 }, () => attempt('waiting')), attempt('paid'))
    const { watching, pauses, seen } = time()
    expect(await attemptEnd(url, watching)).toMatchObject({ state: 'paid' })
    expect(asked).toHaveLength(201)
    expect(pauses.slice(0, 6)).toEqual([400, 600, 900, 1_350, 2_000, 2_000])
    expect(Math.max(...pauses)).toBe(2_000)
    expect(seen.at(-1)?.elapsedMs).toBeGreaterThan(300_000)
  })

  test('survives a broken network, and says that it is broken', async () => {
    const { url } = await farEnd(
      'break',
      fault(503, 'x'),
      fault(429, 'y'),
      attempt('waiting'),
      attempt('declined', { reason: 'FUNDS_LIMIT_ERROR' }),
    )
    const { watching, seen } = time()
    expect(await attemptEnd(url, watching)).toMatchObject({ state: 'declined', reason: 'FUNDS_LIMIT_ERROR' })
    expect(seen.map(({ reachable }) => reachable)).toEqual([false, false, false, true])
  })

  test('is gone when the server does not know the attempt', async () => {
    const { url } = await farEnd(fault(404, 'RECORD_NOT_FOUND_ERROR'))
    expect(await attemptEnd(url, time().watching)).toBe('gone')
  })

  test('is not believed in a form that no server of ours sends', async () => {
    const { url } = await farEnd(
      { status: 200, body: null },
      { status: 200, body: { content: 'paid' } },
      { status: 200, body: { content: { state: 'PAID' } } },
      { status: 500, body: { content: { order_ref: 'o1', state: 'paid' } } },
      attempt('declined'),
    )
    expect(await attemptEnd(url, time().watching)).toMatchObject({ state: 'declined' })
  })
})
