import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flawKinds } from './records.ts'
import { openSettlement, twoDays, type TestSettlement } from './fixtures.ts'

let settled: TestSettlement
beforeAll(async () => {
  settled = await openSettlement(twoDays)
})
afterAll(() => settled.close())

async function get(path: string) {
  const { statusCode, body } = await request(settled.url + path)
  return { status: statusCode, html: await body.text() }
}
async function press(path: string, form: Record<string, string>, origin = settled.url) {
  const { statusCode, body } = await request(settled.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    body: new URLSearchParams(form).toString(),
  })
  await body.dump()
  return statusCode
}

test('the desk shows how to fetch the files, hands them out and makes them wrong, in each way that there is, and right', async () => {
  expect((await get('/desk')).html).toContain('/desk/settlement')
  expect((await get('/desk/settlement')).html).toContain(`port ${settled.sftpPort}`)
  const page = '/desk/settlement/acme'
  const { html } = await get(page)
  expect(html).toContain(settled.password())
  const csv = '/settlement/settlement_acme_20261117_01.csv'
  const link = `${page}/file?path=${encodeURIComponent(csv)}`
  expect(html).toContain(link)
  for (const kind of flawKinds) expect(html).toContain(`name="kind" value="${kind}"`)
  const right = (await get(link)).html
  expect(
    await press(page, { act: 'spoil', kind: 'row_missing', day: '2026-11-17', reference: 'o2', payout: 'follows' }),
  ).toBe(303)
  expect((await get(link)).html).not.toContain(',o2,')
  expect((await get(page)).html).toContain('Missing in the settlement: a line is left out, o2')
  expect(await press(page, { act: 'heal' })).toBe(303)
  expect((await get(link)).html).toBe(right)
  expect(await press('/desk/settlement', { act: 'close' })).toBe(303)
  expect(await press('/desk/settlement', { act: 'host_key' })).toBe(303)
})

test.each([
  ['/desk/settlement', { act: 'nothing' }],
  ['/desk/settlement/acme', { act: 'spoil', kind: 'row_missing', day: 'x', reference: '', payout: 'follows' }],
  ['/desk/settlement/ACME%20', { act: 'heal' }],
] as [string, Record<string, string>][])('%s refuses %j', async (path, form) => {
  expect(await press(path, form)).toBe(404)
})

test('it takes nothing from a page of another origin', async () => {
  expect(await press('/desk/settlement', { act: 'close' }, 'https://shop.example')).toBe(403)
})
