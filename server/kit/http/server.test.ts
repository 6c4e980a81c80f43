import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { createServer } from './server.ts'

test('a refused request gets Retry-After, on pages too', async () => {
  const app = await createServer({ log: pino({ level: 'silent' }), trustProxy: [] })
  app.get('/page', () => Promise.reject(new Fault('unavailable')))
  app.get('/absent', () => Promise.reject(new Fault('notFound')))
  const page = await app.inject('/page')
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '1'])
  expect((await app.inject('/absent')).headers['retry-after']).toBeUndefined()
  await app.close()
})
