import fastify from 'fastify'
import { request } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import { accountManners, AccountManner, playManners } from './account-manners.ts'
import { accountIn, credentialBy, type Dialect } from './dialect.ts'

const credential = credentialBy('toy', 'the secret')
const prefix = 'toy_test_'

describe('a credential of a simulated account', () => {
  it('is the same each time, and names its account', () => {
    const key = credential(prefix, 'acme')
    expect(key).toBe(credential(prefix, 'acme'))
    expect(accountIn(key, prefix, credential)).toBe('acme')
  })

  it('is good for one kind of key, one provider and one simulator', () => {
    const key = credential(prefix, 'acme')
    expect(accountIn(key, 'toy_live_', credential)).toBeNull()
    expect(accountIn(key.replace(prefix, 'toy_live_'), 'toy_live_', credential)).toBeNull()
    for (const other of [credentialBy('other', 'the secret'), credentialBy('toy', 'another')])
      expect(accountIn(other(prefix, 'acme'), prefix, credential)).toBeNull()
    expect(accountIn(`${key}0`, prefix, credential)).toBeNull()
    expect(accountIn(prefix, prefix, credential)).toBeNull()
  })
})

describe('an idempotency key', () => {
  it('is remembered for its life, and until the account forgets', () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const manners = accountManners(() => now)
    const used = now
    now = new Date('2026-01-01T05:59:59Z')
    expect(manners.remembers('toy', 'acme', used, 6 * 3_600_000)).toBe(true)
    manners.set('toy', 'acme', AccountManner.parse({ forget: true }))
    expect(manners.remembers('toy', 'acme', used, 6 * 3_600_000)).toBe(false)
    expect(manners.remembers('toy', 'other', used, 6 * 3_600_000)).toBe(true)
    now = new Date('2026-01-01T06:00:00Z')
    expect(manners.remembers('toy', 'other', used, 6 * 3_600_000)).toBe(false)
  })
})

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A dialect with one route that counts its effects. */
async function openToy() {
  const manners = accountManners(() => new Date())
  let effects = 0
  const toy: Dialect = {
    name: 'toy',
    routes: (app) => {
      app.post('/pay', () => ({ effects: ++effects }))
      app.get('/page', () => 'page')
    },
    accountOf: ({ headers }) => accountIn(String(headers['x-key'] ?? ''), prefix, credential),
    refuse: (reply, status) => reply.code(status).send({ refused: status }),
    record: () => undefined,
    callbacksOf: () => [],
  }
  const app = fastify()
  playManners(app, toy, manners)
  toy.routes(app)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  closing.push(() => app.close())
  const pay = (account = 'acme') =>
    request(`${url}/pay`, { method: 'POST', headers: { 'x-key': credential(prefix, account) }, headersTimeout: 500 })
  return {
    pay,
    page: () => request(`${url}/page`),
    ill: (manner: object) => manners.set('toy', 'acme', AccountManner.parse(manner)),
    effects: () => effects,
  }
}

describe('an account', () => {
  it.each([
    ['unauthorised', 401],
    ['limited', 429],
    ['error-before', 500],
  ])('that is %s answers %i, without an effect', async (fault, status) => {
    const toy = await openToy()
    toy.ill({ fault })
    expect((await toy.pay()).statusCode).toBe(status)
    expect(toy.effects()).toBe(0)
    expect((await toy.pay('other')).statusCode).toBe(200)
    expect((await toy.page()).statusCode).toBe(200)
  })

  it('hides an effect behind an error or a reset', async () => {
    const toy = await openToy()
    toy.ill({ fault: 'error-after' })
    const { statusCode, body } = await toy.pay()
    expect([statusCode, await body.text()]).toEqual([500, '{}'])
    toy.ill({ fault: 'reset-after' })
    await expect(toy.pay()).rejects.toThrow()
    expect(toy.effects()).toBe(2)
  })

  it('is cut or silent without an effect', async () => {
    const toy = await openToy()
    for (const fault of ['reset-before', 'silence']) {
      toy.ill({ fault })
      await expect(toy.pay()).rejects.toThrow()
    }
    expect(toy.effects()).toBe(0)
  })

  it('heals by itself after as many requests as were said', async () => {
    const toy = await openToy()
    toy.ill({ fault: 'limited', times: 2 })
    const statuses = [await toy.pay(), await toy.pay(), await toy.pay()].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([429, 429, 200])
  })
})
