import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listPaymentLinkSources } from '#contract/payment-links.ts'
import { isRefused, queryClient } from './query-client.ts'
import { CallError, sendCall } from './send-call.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
})

/** Reads while the server answers so, once with each status, and then with content; the times of its requests in ms. */
async function read(statuses: number[], headers: Record<string, string> = {}) {
  const times: number[] = []
  const start = Date.now()
  vi.stubGlobal('fetch', () => {
    times.push(Date.now() - start)
    const status = statuses.shift()
    return Promise.resolve(status ? Response.json({}, { status, headers }) : Response.json({ content: ['shop'] }))
  })
  const queryFn = () => sendCall(listPaymentLinkSources, { query: { environment: 'live' } }, {})
  const reading = queryClient.fetchQuery({ queryKey: [crypto.randomUUID()], queryFn }).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return { result: await reading, times }
}

test('a read that a busy server refuses is sent again, no sooner than the server asks for, until it is answered', async () => {
  const { result, times } = await read([503, 503, 503, 503], { 'retry-after': '1' })
  expect(result).toEqual(['shop'])
  for (const [at, time] of times.slice(1).entries()) expect(time - (times[at] ?? 0)).toBeGreaterThanOrEqual(1_000)
  expect(times.at(-1)).toBeGreaterThan(7_000)
})

test('the calls of a page that were refused together are not sent again together', async () => {
  const second = async () => (await read([503], { 'retry-after': '1' })).times[1]
  const times = [await second(), await second(), await second(), await second(), await second()]
  expect(new Set(times).size).toBeGreaterThan(1)
})

test('a read without an answer is sent three times, and one that is denied once', async () => {
  const failed = await read([504, 504, 504, 504])
  expect([failed.result, failed.times.length]).toEqual([expect.any(CallError), 3])
  const denied = await read([403], { 'retry-after': '1' })
  expect([denied.result, denied.times.length]).toEqual([expect.any(CallError), 1])
})

test('a change is sent again only where the server says when', async () => {
  const failureOf = async (status: number, headers?: Record<string, string>) =>
    (await read([status, status, status, status, status], headers)).result as CallError
  expect(isRefused(await failureOf(503, { 'retry-after': '1' }))).toBe(true)
  expect(isRefused(await failureOf(503))).toBe(false)
  expect(isRefused(await failureOf(500, { 'retry-after': '1' }))).toBe(false)
})
