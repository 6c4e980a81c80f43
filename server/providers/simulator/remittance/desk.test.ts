import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSimulator, payment, type TestSimulator } from '../fixtures.ts'
import { abroad, remittance, standing } from './fixtures.ts'
import { wordFaults } from './records.ts'

let simulator: TestSimulator
const signal = AbortSignal.timeout(60_000)
beforeAll(async () => {
  simulator = await openSimulator()
})
afterAll(() => simulator.close())

async function get(path: string) {
  const { statusCode, body } = await request(simulator.url + path)
  return { status: statusCode, html: await body.text() }
}
async function press(path: string, form: Record<string, string>, origin = simulator.url) {
  const { statusCode, body } = await request(simulator.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    body: new URLSearchParams(form).toString(),
  })
  await body.dump()
  return statusCode
}

test('the desk shows quotes and remittances, which are paid, refused or sent back there', async () => {
  const page = '/desk/remittances'
  expect((await get('/desk')).html).toContain(page)
  expect((await get(page)).html).toContain('None was asked for.')
  await abroad(simulator).quote({ from: 'USD', to: 'KRW' }, signal)
  expect((await get(page)).html).toContain('USD KRW 1')
  const { key, ...wish } = remittance('Sim pending')
  await abroad(simulator).send({ key, ...wish }, signal)
  expect((await get(page)).html).toContain('616,195 KRW')
  expect(await press(page, { key, act: 'pay' })).toBe(303)
  expect(await standing(simulator, key, signal)).toMatchObject({ kind: 'paid' })
  expect(await press(page, { key, act: 'return' })).toBe(303)
  expect((await get(page)).html).toContain('came back')
  const evil = remittance('<b>Sim</b>')
  await abroad(simulator).send(evil, signal)
  expect((await get(page)).html).not.toContain('<b>Sim</b>')
})

test('the desk of an account settles it now, with each fault that there is', async () => {
  const token = await simulator.token('4242424242424242')
  await simulator.provider.authorise(payment({ key: 'sale', token }), signal)
  expect((await get('/desk/remittances')).html).toContain('href="/desk/remittances/fixtures"')
  const page = '/desk/remittances/fixtures'
  const { html } = await get(page)
  expect(html).toContain('10.00 USD')
  expect(html).toContain('1 payment, 0 refunds, due on')
  for (const fault of wordFaults) expect(html).toContain(`value="${fault}"`)
  expect(await press(page, { act: 'payment_twice' })).toBe(303)
  await expect
    .poll(async () => {
      await press(page, { act: 'settle' })
      return (await get(page)).html
    })
    .toContain('2 lines. A payment twice')
  expect((await get(page)).html).toContain('Everything is settled.')
})

test.each([
  ['/desk/remittances', { act: 'pay' }],
  ['/desk/remittances', { key: 'x', act: 'settle' }],
  ['/desk/remittances/fixtures', { act: 'nothing' }],
  ['/desk/remittances/FIXTURES%20', { act: 'settle' }],
] as [string, Record<string, string>][])('%s refuses %j', async (path, form) => {
  expect(await press(path, form)).toBe(404)
})

test('it takes nothing from a page of another origin', async () => {
  expect(await press('/desk/remittances/fixtures', { act: 'settle' }, 'https://shop.example')).toBe(403)
})
