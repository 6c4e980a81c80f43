import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { personIn, tokenOf, type Person } from '#server/factors/fixtures.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { openTestApp, testPassword, type Answer, type TestApp } from '#test/test-app.ts'
import { deviceOf } from '#contract/kit/device.ts'

let testApp: TestApp
let person: Person
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  person = await personIn(testApp)
})

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const chrome = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36'
const from = (userAgent: string, address = '198.51.100.7', cookie = '') =>
  person.signIn({ address, headers: { 'user-agent': userAgent, ...(cookie && { cookie }) } })
interface Listed {
  session_id: string
  browser: string
  system: string
  is_current: boolean
}
const listed = async (token: string) =>
  (await person.call(token, 'GET', '/api/account/sessions')).body.content as unknown as Listed[]

describe('the sessions of a user', () => {
  it('are listed with device, place and time; this one is marked, ended and foreign ones are not there', async () => {
    const [here, there] = [tokenOf(await from(firefox)), tokenOf(await from(chrome, '203.0.113.9'))]
    const gone = tokenOf(await from(firefox))
    await person.call(gone, 'POST', '/api/account/logout')
    const colleague = await personIn(testApp, person.merchant, 'sub-admin')
    await colleague.session()
    const rows = await listed(here)
    expect(rows).toHaveLength(2)
    expect(rows.find(({ is_current }) => is_current)).toMatchObject({
      browser: 'Firefox',
      system: 'Windows',
      address: '198.51.100.7',
      second_factor: null,
      is_locked: false,
    })
    expect(rows.find(({ is_current }) => !is_current)).toMatchObject({ browser: 'Chrome', system: 'Android' })
    expect((await person.call(there, 'GET', '/api/account/session')).status).toBe(200)
  })

  it('end one by one, at once, but only by their own user', async () => {
    const [here, there] = [tokenOf(await from(firefox)), tokenOf(await from(chrome))]
    const other = (await listed(here)).find(({ is_current }) => !is_current)
    const colleague = await personIn(testApp, person.merchant, 'sub-admin')
    const path = `/api/account/sessions/${other?.session_id}`
    expect((await colleague.call(await colleague.session(), 'DELETE', path)).status).toBe(404)
    expect((await person.call(there, 'GET', '/api/account/session')).status).toBe(200)
    expect((await person.call(here, 'DELETE', path)).body['message']).toBe('Session ended')
    expect((await person.call(there, 'GET', '/api/account/session')).status).toBe(401)
    expect((await person.call(here, 'DELETE', path)).status).toBe(404)
    expect((await person.call(here, 'DELETE', '/api/account/sessions/none')).status).toBe(404)
  })

  it('end all but this one, and no browser greets the user any more', async () => {
    const body = { username: person.email, password: testPassword, remember_me: true }
    const greeted = await testApp.call(null, 'POST', '/api/account/login', body)
    const others = [tokenOf(greeted), tokenOf(await from(chrome))]
    const here = tokenOf(await from(firefox))
    expect((await person.call(here, 'POST', '/api/account/sessions/revoke-others')).status).toBe(200)
    for (const token of others) expect((await person.call(token, 'GET', '/api/account/session')).status).toBe(401)
    expect(await listed(here)).toHaveLength(1)
    const cookie = /__Host-countinghouse-remembered=[\w-]+/.exec(String(greeted.headers['set-cookie']))?.[0] ?? ''
    const remembered = await testApp.call(null, 'GET', '/api/account/remembered', undefined, { cookie })
    expect(remembered.body.content).toEqual({ remembered: null })
  })
})

describe('a new device', () => {
  const news = async () =>
    (await messagesTo(testApp, person.email)).filter(({ subject }) => subject === 'You signed in on a new device')
  const deviceCookie = ({ headers }: Answer) =>
    /__Host-countinghouse-device=[\w-]+/.exec(String(headers['set-cookie']))?.[0] ?? ''

  it('is told of by mail, but for the first ever, and one that is known by its cookie or its place is none', async () => {
    const first = await from(firefox)
    expect(await news()).toHaveLength(0)
    await from(firefox)
    expect(await news()).toHaveLength(0)
    await from(firefox, '203.0.113.77', deviceCookie(first))
    expect(await news()).toHaveLength(0)
    const elsewhere = await from(chrome, '203.0.113.78')
    expect((await news()).map(({ text }) => text)).toEqual([expect.stringContaining('Chrome · Android · 203.0.113.78')])
    await from(chrome, '203.0.113.79', deviceCookie(elsewhere))
    expect(await news()).toHaveLength(1)
    await from(chrome, '203.0.113.80', `__Host-countinghouse-device=${'A'.repeat(43)}`)
    expect(await news()).toHaveLength(2)
  })

  it('is one for each user of a browser', async () => {
    const first = await from(firefox)
    const colleague = await personIn(testApp, person.merchant, 'sub-admin')
    await colleague.session()
    const cookie = deviceCookie(first)
    await colleague.signIn({ address: '203.0.113.81', headers: { cookie } })
    expect((await messagesTo(testApp, colleague.email)).map(({ subject }) => subject)).toEqual([
      'You signed in on a new device',
    ])
  })
})

it.each([
  [firefox, 'Firefox', 'Windows'],
  [chrome, 'Chrome', 'Android'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 CriOS/142.0 Mobile Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0', 'Edge', 'Linux'],
  ['Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36', 'Chrome', 'ChromeOS'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/142.0.0.0 Safari/537.36', 'Chrome', 'Linux'],
  ['curl/8.9.1', '', ''],
  ['', '', ''],
])('knows %j', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system })
})
