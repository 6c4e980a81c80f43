import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthoriseRequest } from '../provider.ts'
import { askedOf, payment, type TestSimulator, openSimulator } from './fixtures.ts'

/** The pages of the payer's part, as a browser uses them. */
let simulator: TestSimulator
const signal = AbortSignal.timeout(120_000)
beforeAll(async () => {
  simulator = await openSimulator({ delayMs: 30 })
})
afterAll(() => simulator.close())

const back = 'https://shop.example:8443/pay/1?returned=1'
async function pageOf(key: string, fields: Partial<AuthoriseRequest>): Promise<string> {
  const begun = await simulator.provider.authorise(payment({ key, returnUrl: back, ...fields }), signal)
  const action = begun.kind === 'pending' ? begun.action : undefined
  return (action?.kind === 'redirect' ? action.url : action?.test_url) ?? ''
}
const get = async (url: string) => {
  const { statusCode, headers, body } = await request(url)
  return { status: statusCode, headers, html: await body.text() }
}
const post = async (url: string, form: Record<string, string>) => {
  const body = new URLSearchParams(form).toString()
  const answer = await request(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  await answer.body.dump()
  return { status: answer.statusCode, location: answer.headers['location'] }
}
const wallet = { method: { type: 'WALLET', subType: 'GRABPAY' } } as const

describe('a page', () => {
  test('says what is asked and lets the payer decide, then sends them back without saying how', async () => {
    const url = await pageOf('wallet', { ...wallet, description: '<b>Two "mugs" & more' })
    const { status, html, headers } = await get(url)
    expect(status).toBe(200)
    expect(html).toContain('10.00 USD')
    expect(html).toContain('&#60;b&#62;Two &#34;mugs&#34; &#38; more')
    expect(headers['content-security-policy']).toContain(`form-action 'self' https://shop.example:8443;`)
    expect(await post(url, { act: 'approve', callbacks: '' })).toEqual({ status: 303, location: back })
    expect((await simulator.provider.status(askedOf('wallet'), signal)).kind).toBe('captured')
    expect((await get(url)).html).not.toContain('<form')
  })

  test('of what is paid elsewhere stays where it is, and is found by what the payer was shown', async () => {
    const begun = await simulator.provider.authorise(
      payment({ key: 'otc', method: { type: 'OTC', subType: '' } }),
      signal,
    )
    const action = begun.kind === 'pending' && begun.action?.kind === 'show' ? begun.action : undefined
    const found = await request(`${simulator.url}/desk?code=${action?.code}`)
    await found.body.dump()
    expect(new URL(found.headers['location'] as string, simulator.url).href).toBe(action?.test_url)
    expect((await get(`${simulator.url}/desk?code=000`)).html).toContain('Nothing waits for this code')
    expect(await post(action?.test_url ?? '', { act: 'approve', callbacks: 'never' })).toMatchObject({ status: 303 })
    expect((await simulator.provider.status(askedOf('otc'), signal)).kind).toBe('captured')
  })

  test('that nobody has, or that is asked for nonsense, changes nothing', async () => {
    const url = await pageOf('sense', wallet)
    expect((await get(`${simulator.url}/pages/${'x'.repeat(24)}`)).status).toBe(404)
    for (const form of [{}, { act: 'steal' }, { act: 'approve', callbacks: 'loudly' }, { act: 'approve', more: '1' }])
      expect((await post(url, form as Record<string, string>)).status).toBe(404)
    expect((await simulator.provider.status(askedOf('sense'), signal)).kind).toBe('pending')
  })

  test('cannot be made to send anybody to what is no web page', async () => {
    for (const returnUrl of ['javascript:alert(1)', 'data:text/html,x', 'ftp://x.example/'])
      await expect(
        simulator.provider.authorise(payment({ key: returnUrl.slice(0, 4), ...wallet, returnUrl }), signal),
      ).rejects.toThrow('request_invalid')
  })
})
