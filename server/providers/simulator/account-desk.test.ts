import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { credentialBy } from './dialect.ts'
import { openSimulator, secretKey, type TestSimulator } from './fixtures.ts'
import { startSimulator } from './main.ts'

let simulator: TestSimulator
beforeAll(async () => void (simulator = await openSimulator()))
afterAll(() => simulator.close())

const key = (account: string) => credentialBy('xendit', secretKey)('xnd_development_', account)
/** The status that the account's request for its balance gets. */
async function balance(account: string): Promise<number> {
  const authorization = `Basic ${btoa(`${key(account)}:`)}`
  const { statusCode, body } = await request(`${simulator.url}/xendit/balance`, { headers: { authorization } })
  await body.dump()
  return statusCode
}
async function get(path: string, url = simulator.url) {
  const { statusCode, body } = await request(url + path)
  return { status: statusCode, html: await body.text() }
}
async function press(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const { statusCode, body } = await request(simulator.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: simulator.url, ...headers },
    body: new URLSearchParams({ fault: '', slow_ms: '0', times: '', ...form }).toString(),
  })
  await body.dump()
  return statusCode
}
const acme = '/desk/accounts/xendit/acme'

describe('the desk of the accounts', () => {
  test('lists those that were asked for something, and leads to one that was not', async () => {
    expect((await get('/desk/accounts')).html).not.toContain('href="/desk/accounts/xendit/shown"')
    await balance('shown')
    expect((await get('/desk/accounts')).html).toContain('href="/desk/accounts/xendit/shown"')
    const { statusCode, headers, body } = await request(`${simulator.url}/desk/accounts?dialect=xendit&account=acme`)
    await body.dump()
    expect([statusCode, headers['location']]).toEqual([303, acme])
  })

  test('breaks an account for as many requests as are said, and says so', async () => {
    expect(await press(acme, { act: 'set', fault: 'limited', times: '2' })).toBe(303)
    expect((await get(acme)).html).toContain('Each of the next 2 requests gets too many requests, 429.')
    expect([await balance('acme'), await balance('other')]).toEqual([429, 200])
    expect((await get(acme)).html).toContain('The next request gets too many requests, 429.')
    expect([await balance('acme'), await balance('acme')]).toEqual([429, 200])
    expect((await get(acme)).html).toContain('Healthy.')
  })

  test('heals it, and has it forget keys without healing it', async () => {
    await press(acme, { act: 'set', fault: 'unauthorised', slow_ms: '1' })
    expect((await get(acme)).html).toContain('Each request gets a refusal of its key, 401, after 1 ms.')
    await press(acme, { act: 'forget' })
    expect(await balance('acme')).toBe(401)
    await press(acme, { act: 'heal', fault: 'silence' })
    expect(await balance('acme')).toBe(200)
  })

  test.each([
    [acme, { act: 'set', fault: 'explode' }],
    [acme, { act: 'set', slow_ms: '-1' }],
    [acme, { act: 'set', times: '0' }],
    [acme, { act: 'set', fault: 'limited', more: '1' }],
    [acme, { fault: 'limited' }],
    ['/desk/accounts/nobody/acme', { act: 'set', fault: 'limited' }],
    ['/desk/accounts/xendit/%3Cb%3E', { act: 'set', fault: 'limited' }],
  ])('%s refuses %j', async (path, form) => {
    expect(await press(path, form as Record<string, string>)).toBe(404)
    expect(await balance('acme')).toBe(200)
  })

  test('takes nothing from a page of another origin, and is open under names of this machine alone', async () => {
    const form = { act: 'set', fault: 'limited' }
    expect(await press(acme, form, { origin: 'https://shop.example' })).toBe(403)
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await press(acme, form, { origin: 'null', 'sec-fetch-site': site })).toBe(403)
    expect(await press(acme, { act: 'heal' }, { origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe(303)
    expect(await press(acme, form, { host: 'shop.example', origin: 'http://shop.example' })).toBe(403)
    expect(await balance('acme')).toBe(200)
  })

  test('is closed where other machines reach the simulator', async () => {
    for (const open of [{ host: '0.0.0.0' }, { host: '127.0.0.1', origin: 'https://simulator.example' }]) {
      const dir = `${simulator.dir}-closed`
      const closed = await startSimulator({ port: 0, dir, secretKey, publishableKey: 'pk_test_x', ...open })
      const { status, html } = await get('/desk/accounts', `http://127.0.0.1:${closed.port}`)
      await closed.close()
      expect(status).toBe(403)
      expect(html).toContain('/v1/control/accounts')
    }
  })
})
