import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSimulator, type TestSimulator } from '../fixtures.ts'

let simulator: TestSimulator
let accountNo: string
const signal = AbortSignal.timeout(60_000)
beforeAll(async () => {
  simulator = await openSimulator()
  const wish = { key: 'va', currency: 'SGD', name: '<b>Acme</b>', customerName: '', mapId: '' } as const
  const opened = await simulator.provider.payouts?.openAccount?.(
    { ...wish, callbackUrl: 'http://127.0.0.1:9/' },
    signal,
  )
  accountNo = opened?.kind === 'opened' ? opened.accountNo : ''
})
afterAll(() => simulator.close())

async function get(path: string) {
  const { statusCode, headers, body } = await request(simulator.url + path)
  return { status: statusCode, location: headers['location'], html: await body.text() }
}
async function press(form: Record<string, string>, headers: Record<string, string> = { origin: simulator.url }) {
  const { statusCode, body } = await request(`${simulator.url}/desk/bank/${accountNo}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  })
  await body.dump()
  return statusCode
}

test('a transfer of the desk is on the account, and its payouts are paid, refused or sent back there', async () => {
  expect((await get(`/desk/bank?account=${accountNo}`)).location).toBe(`/desk/bank/${accountNo}`)
  expect((await get('/desk/bank?account=1')).html).toContain('There is no such account.')
  expect(await press({ amount: '12.50', payer: 'Ada' })).toBe(303)
  const { html } = await get(`/desk/bank/${accountNo}`)
  expect(html).toContain('12.50')
  expect(html).not.toContain('<b>Acme</b>')
  const to = {
    type: 'BANK',
    country: 'SG',
    holder: 'Sim pending',
    number: '1',
    bankCode: '',
    bankName: '',
    fields: {},
  } as const
  const more = { remarks: '', purpose: '', feePayer: 'SENDER', callbackUrl: 'http://127.0.0.1:9/' } as const
  const payout = { key: 'p', accountNo, amountMinor: 250n, currency: 'SGD', to, ...more } as const
  await simulator.provider.payouts?.pay(payout, signal)
  const asked = {
    key: 'p',
    providerRef: '',
    accountNo,
    currency: 'SGD',
    amountMinor: 250n,
    firstAskedAt: new Date(),
  } as const
  const status = async () => (await simulator.provider.payouts?.status(asked, signal))?.kind
  expect(await press({ key: 'p', act: 'pay' })).toBe(303)
  expect(await status()).toBe('paid')
  expect(await press({ key: 'p', act: 'return' })).toBe(303)
  expect(await status()).toBe('returned')
  expect((await get(`/desk/bank/${accountNo}`)).html).toContain('came back')
})

test.each([
  [{ amount: '-1', payer: '' }],
  [{ amount: '0', payer: '' }],
  [{ amount: '1.001', payer: '' }],
  [{ act: 'pay' }],
])('it refuses %j', async (form) => {
  expect(await press(form as Record<string, string>)).toBe(404)
})

test('it takes nothing from a page of another origin', async () => {
  expect(await press({ amount: '1', payer: '' }, { origin: 'https://shop.example' })).toBe(403)
})
