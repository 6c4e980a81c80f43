import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLoadShedding, type LoadShedding, type Priority } from './load-shedding.ts'
import { createServer } from './server.ts'
import { timeouts } from '#server/kit/timeouts.ts'

const priorities: Priority[] = ['normal', 'money', 'vital']
let loadShedding: LoadShedding
/** What the watched pool says. */
const pool = { waitMs: 0, waiting: 0 }

/** Timers and the clock of load shedding are moved by hand; all others are real. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  Object.assign(pool, { waitMs: 0, waiting: 0 })
  loadShedding = startLoadShedding()
  loadShedding.watchPool({ oldestWaitMs: () => pool.waitMs, waiting: () => pool.waiting })
})
afterEach(() => {
  loadShedding.stop()
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTime(ms)
const refused = () => priorities.filter((priority) => loadShedding.refuses(priority) !== null)

test('a slow second, and another after it, refuses nobody', () => {
  for (let times = 0; times < 5; times++) {
    pool.waitMs = timeouts.shedPoolWaitMs * timeouts.shedMoneyTimes + 1
    pass(timeouts.shedAfterMs - 500)
    expect(refused()).toEqual([])
    pool.waitMs = timeouts.shedPoolWaitMs
    pass(500)
    expect(refused()).toEqual([])
  }
})

test('an overload refuses normal requests first, money later, health never', () => {
  pool.waitMs = timeouts.shedPoolWaitMs + 1
  pass(timeouts.shedAfterMs)
  expect(refused()).toEqual(['normal'])
  pool.waitMs = timeouts.shedPoolWaitMs * timeouts.shedMoneyTimes + 1
  expect(refused()).toEqual(['normal', 'money'])
})

test('an overload refuses whenever a limit is exceeded, until it has been calm for a while', () => {
  pool.waitMs = timeouts.shedPoolWaitMs + 1
  pass(timeouts.shedAfterMs)
  pool.waitMs = 0
  pass(timeouts.shedCalmMs - 1_000)
  expect(refused()).toEqual([])
  pool.waitMs = timeouts.shedPoolWaitMs + 1
  expect(refused()).toEqual(['normal'])
  pass(500)
  pool.waitMs = 0
  pass(timeouts.shedCalmMs - 500)
  pool.waitMs = timeouts.shedPoolWaitMs + 1
  expect(refused()).toEqual(['normal'])
  pool.waitMs = 0
  pass(timeouts.shedCalmMs)
  pool.waitMs = timeouts.shedPoolWaitMs + 1
  expect(refused()).toEqual([])
})

test('a long queue refuses at once', () => {
  pool.waiting = timeouts.shedPoolWaiting
  expect(refused()).toEqual([])
  pool.waiting += 1
  expect(refused()).toEqual(['normal'])
  pool.waiting = timeouts.shedPoolWaiting * timeouts.shedMoneyTimes + 1
  expect(refused()).toEqual(['normal', 'money'])
  pool.waiting = 0
  expect(refused()).toEqual([])
})

test('a refused request says when to try again', async () => {
  const app = await createServer({ log: pino({ level: 'silent' }), trustProxy: [], loadShedding })
  for (const priority of priorities)
    app.get(`/${priority}`, { config: { priority, refusal: { errorKeys: ['error'] } } }, async () => 'done')
  pool.waiting = timeouts.shedPoolWaiting + 1
  const answers = await Promise.all(priorities.map((priority) => app.inject(`/${priority}`)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 200, 200])
  expect(answers[0]?.headers['retry-after']).toBe('1')
  expect(answers[0]?.json()).toMatchObject({
    status_reason: 'TEMPORARILY_UNAVAILABLE',
    error: expect.any(String) as string,
  })
  await app.close()
})

test('in an overload an event loop that is late refuses, and one that recovers does not', async () => {
  pool.waitMs = timeouts.shedPoolWaitMs + 1
  pass(timeouts.shedAfterMs)
  pool.waitMs = 0
  const until = async (reason: 'event_loop' | null, work: () => void) => {
    const deadline = Date.now() + 15_000
    while (loadShedding.refuses('normal') !== reason) {
      expect(Date.now()).toBeLessThan(deadline)
      // The first turn after a sample is not measured.
      for (let turns = 0; turns < 2; turns++) {
        work()
        await new Promise((resolve) => setImmediate(resolve))
      }
      pass(500)
    }
  }
  await until('event_loop', () => {
    const end = Date.now() + 2 * timeouts.shedEventLoopMs
    while (Date.now() < end);
  })
  expect(loadShedding.refuses('vital')).toBe(null)
  await until(null, () => {})
})
