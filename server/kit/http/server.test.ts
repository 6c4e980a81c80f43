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

test.each(['POST', 'PUT', 'DELETE'] as const)(
  '%s takes an empty body of the type JSON as none, and no broken one',
  async (method) => {
    const app = await createServer({ log: pino({ level: 'silent' }), trustProxy: [] })
    app.route({ method, url: '/call', handler: async (request) => ({ body: request.body ?? null }) })
    const sent = async (payload?: string) => {
      const answer = await app.inject({
        method,
        url: '/call',
        headers: { 'content-type': 'application/json' },
        ...(payload !== undefined && { payload }),
      })
      return [answer.statusCode, answer.json()]
    }
    for (const payload of [undefined, '']) expect(await sent(payload)).toEqual([200, { body: null }])
    expect(await sent('{"a":1}')).toEqual([200, { body: { a: 1 } }])
    for (const payload of [' ', '{', '{"__proto__":1}']) expect((await sent(payload))[0]).toBe(400)
    await app.close()
  },
)

test.each([
  ['normal', [200, 200, 200]],
  ['sign-in', [200, 429, 429]],
  ['shopper', [200, 429, 429]],
] as const)('a token of its own counts as a caller of its own with the rate %s: %j', async (rate, statuses) => {
  const app = await createServer({ log: pino({ level: 'silent' }), trustProxy: [], rateFactor: rateFactors[rate] })
  app.get('/call', { config: { rate } }, async () => 'done')
  const withToken = async (letter: string) =>
    (await app.inject({ url: '/call', headers: { authorization: `Bearer ${letter.repeat(43)}` } })).statusCode
  expect([await withToken('a'), await withToken('b'), await withToken('c')]).toEqual(statuses)
  await app.close()
})
/** One request in ten seconds. */
const rateFactors = { normal: 1 / 400, 'sign-in': 1 / 60, shopper: 1 / 200 }
