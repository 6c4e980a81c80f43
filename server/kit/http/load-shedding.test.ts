import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startLoadShedding, type Priority } from './load-shedding.ts'
import { createServer } from './server.ts'
import { timeouts } from '#server/kit/timeouts.ts'

test('load shedding refuses normal requests first, money later, health never', async () => {
  let waitMs = 0
  const loadShedding = startLoadShedding()
  loadShedding.watchPool(() => waitMs)
  const app = await createServer({ log: pino({ level: 'silent' }), trustProxy: [], loadShedding })
  const priorities: Priority[] = ['normal', 'money', 'vital']
  for (const priority of priorities)
    app.get(`/${priority}`, { config: { priority, errorKeys: ['error'] } }, async () => 'done')
  const answers = async () =>
    Promise.all(priorities.map(async (priority) => (await app.inject(`/${priority}`)).statusCode))

  expect(await answers()).toEqual([200, 200, 200])
  waitMs = timeouts.shedPoolWaitMs + 1
  expect(await answers()).toEqual([503, 200, 200])
  const refused = await app.inject('/normal')
  expect(refused.headers['retry-after']).toBe('1')
  expect(refused.json()).toMatchObject({
    status_reason: 'TEMPORARILY_UNAVAILABLE',
    error: expect.any(String) as string,
  })
  waitMs = timeouts.shedPoolWaitMs * timeouts.shedMoneyTimes + 1
  expect(await answers()).toEqual([503, 503, 200])
  waitMs = 0
  expect(await answers()).toEqual([200, 200, 200])
  loadShedding.stop()
  await app.close()
})

test('an event loop that is always late is noticed, and one that recovers too', async () => {
  const loadShedding = startLoadShedding()
  const until = async (refused: 'event_loop' | null, work: () => void) => {
    const deadline = performance.now() + 15_000
    while (loadShedding.refuses('normal') !== refused) {
      expect(performance.now()).toBeLessThan(deadline)
      work()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await until('event_loop', () => {
    const end = performance.now() + 2 * timeouts.shedEventLoopMs
    while (performance.now() < end);
  })
  expect(loadShedding.refuses('vital')).toBe(null)
  await until(null, () => {})
  loadShedding.stop()
})
