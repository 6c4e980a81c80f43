import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { listRemittanceCertificates, readRemittanceCertificate } from '#contract/remittance-certificates.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { pagesRead, plain } from '#server/invoice-documents/pdf/drawn.ts'
import { fakeProvider } from '#server/remittances/fake-provider.ts'
import { openRemitting, type Remitting } from '#server/remittances/fixtures.ts'
import { quoteRemittance } from '#server/remittances/quote.ts'
import { sendRemittance } from '#server/remittances/send.ts'
import type { Answer, TestSession } from '#test/test-app.ts'

/** Certificates through the front door, of the settlement that the specification has as its example. */
let shop: Remitting
let admin: TestSession
let ref = ''
const { fake, provider } = fakeProvider()
beforeAll(async () => {
  shop = await openRemitting()
  shop.testApp.serveParts.services.provider = () => provider
  admin = await shop.testApp.signIn(shop.merchant, { secondFactor: true })
  await shop.sql(`insert into kyc_cases (merchant_id, company) values ($1, $2)`, [
    JSON.stringify({
      legal_name: '주식회사 델타상사',
      registration_number: '123-45-67890',
      address: '서울특별시 강남구 테헤란로 152',
      city: '06236 서울',
    }),
  ])
  ref = await cutExample()
})
afterAll(() => shop.close())

const noon = (day: string) => new Date(`${day}T03:00:00Z`)
/** Just after midnight in Seoul. */
const midnight = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - 9 * 3_600_000)

async function cutExample(): Promise<string> {
  await shop.agree(noon('2026-01-01'), {
    withholding: JSON.stringify({ JP: { percent: '1', on: 'amount' } }) as never,
    transfer_fee_minor: 1_500n, reserve_kind: 'rolling', reserve_percent: '10', reserve_days: 30, markup_percent: '0.9',
  }) // prettier-ignore
  await shop.account(noon('2026-01-01'))
  await shop.sell([{ ref: 'early', amountMinor: 46_704n, currency: 'JPY', country: 'KR', at: noon('2026-01-20') }])
  await shop.settle(noon('2026-01-22'), 'JPY', [{ ref: 'early', grossMinor: 46_704n }])
  await shop.open(noon('2026-01-22'), 'JPY', '2026-01-22')
  await shop.cut(midnight('2026-01-23'), 'JPY', { source: '0.0066525' })
  await shop.sell([
    { ref: 'a', amountMinor: 81_200n, feeMinor: 2_304n, taxMinor: 230n, currency: 'JPY', country: 'JP', at: noon('2026-03-02') },
    { ref: 'b', amountMinor: 36n, currency: 'JPY', country: 'KR', at: noon('2026-03-02') },
  ]) // prettier-ignore
  await shop.settle(noon('2026-03-04'), 'JPY', [
    { ref: 'a', grossMinor: 81_200n },
    { ref: 'b', grossMinor: 36n },
  ])
  const refund = await shop.refund(noon('2026-03-03'), 'a', 5_000n)
  await shop.endRefund(noon('2026-03-03'), refund, 'captured')
  await shop.sql(
    `update remittances set period_from = '2026-02-23', cut_on = '2026-03-05' where merchant_id = $1 and status = 'Open'`,
  )
  return (await shop.cut(midnight('2026-03-05'), 'JPY', { source: '0.0066525', destination: '1391.25' })).ref
}
async function send(): Promise<void> {
  const friday = noon('2026-03-06')
  fake.now = () => friday
  await shop.run(friday, quoteRemittance, { settlementRef: ref })
  await shop.run(friday, sendRemittance, { settlementRef: ref })
}

const get = (path: string, session = admin): Promise<Answer> =>
  shop.testApp.call(session, 'GET', `/api/remittances/${path}`)
async function certificate(language: string): Promise<{ name: string; bytes: Buffer; text: string }> {
  const answer = await get(`${ref}/certificate?language=${language}`)
  expect(answer.status, answer.text).toBe(200)
  const { name, data_url } = answer.body.content as unknown as WireOutput<typeof readRemittanceCertificate>
  const bytes = Buffer.from(data_url.slice(data_url.indexOf(',') + 1), 'base64')
  if (process.env['KEEP_PDF']) await writeFile(`${process.env['KEEP_PDF']}/${language}.pdf`, bytes)
  const pages = await pagesRead(bytes)
  expect(pages).toHaveLength(1)
  return { name, bytes, text: pages.join('') }
}
async function made(query = ''): Promise<WireOutput<typeof listRemittanceCertificates>> {
  const answer = await get(`${ref}/certificates${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as WireOutput<typeof listRemittanceCertificates>
}

describe('a certificate', () => {
  it('of a settlement that was sent has its parties, figures, rates, account and reference, and says whose word it is', async () => {
    await certificate('en')
    await send()
    const { name, text } = await certificate('en')
    expect(name).toBe(`certificate-${ref}-en.pdf`)
    for (const part of [
      'Test mode. No money was moved.',
      ref,
      '주식회사 델타상사',
      '서울특별시 강남구 테헤란로 152',
      'Company number: 123-45-67890',
      '23 February 2026 – 4 March 2026',
      'Asia/Seoul',
      'Account ending in 7890',
      '81,236',
      '−2,534',
      '−812',
      '−5,000',
      '72,890',
      '540.42',
      '−16.86',
      '−5.40',
      '−33.26',
      '484.90',
      '−54.04',
      '31.07',
      '−15.00',
      '446.93 USD',
      '0.0066525',
      '1391.25',
      '1378.72875',
      '616,195 KRW',
      '5,596 KRW',
      `P${ref}:1`,
      'SIMULATOR',
      '6 March 2026 at 03:00 UTC',
      "It isn't a statement of a bank",
    ])
      // prettier-ignore
      expect(text).toContain(plain(part))
  })

  it('is in Korean and Arabic too, with the same figures', async () => {
    const korean = await certificate('ko')
    for (const part of ['정산 확인서', '유보금 적립', '2026년 3월 4일', '616,195 KRW', '은행이 발급한 문서가 아니며'])
      expect(korean.text).toContain(plain(part))
    expect(korean.bytes.includes('/FontFile2')).toBe(true)
    expect(korean.bytes.toString('latin1')).toMatch(/\/FontName \/\w+\+NotoSansKR/)
    const arabic = await certificate('ar')
    for (const part of ['616,195', '72,890', '446.93', '1378.72875']) expect(arabic.text).toContain(part)
  })

  it('is the same to the byte while the settlement is the same, whoever asks and when', async () => {
    const first = await certificate('ko')
    await shop.sql(
      'update remittances set provider_asks = provider_asks + 1, version = version + 1 where merchant_id = $1',
    )
    expect((await certificate('ko')).bytes.equals(first.bytes)).toBe(true)
  })

  it('is found again by what is printed on it, also when the settlement has changed since', async () => {
    const { languages, certificates } = await made()
    expect(languages).toEqual(['en', 'ko'])
    expect(certificates.map(({ status, is_current }) => [status, is_current])).toEqual([
      ['Remitted', true],
      ['Calculated', false],
    ])
    const [now = '', before = ''] = certificates.map((one) => one.digest)
    const { text } = await certificate('en')
    expect(text).toContain(now.slice(0, 16))
    expect(text).not.toContain(before.slice(0, 16))
    expect((await made(`?digest=${before.slice(0, 16).toUpperCase()}`)).certificates).toMatchObject([
      { digest: before },
    ])
    expect((await made(`?digest=${'0'.repeat(16)}`)).certificates).toEqual([])
    expect((await get(`${ref}/certificates?digest=0`)).status).toBe(400)
  })

  it('is not there while the settlement is open, nor of what belongs to another merchant', async () => {
    const open = (await shop.rows()).find(({ status }) => status === 'Open')?.settlement_ref ?? ''
    expect(await get(`${open}/certificate`)).toMatchObject({ status: 409, body: { status_code: '4079' } })
    const other = await openRemitting({}, shop.testApp)
    const stranger = await shop.testApp.signIn(other.merchant, { secondFactor: true })
    for (const what of ['certificate', 'certificates']) expect((await get(`${ref}/${what}`, stranger)).status).toBe(404)
    expect((await get(`${ref}/certificate?language=de`)).status).toBe(400)
  })

  it('comes within the goal of 100 ms once it was made', async () => {
    const times: number[] = []
    for (let round = 0; round < 10; round++) {
      const began = performance.now()
      await certificate('ko')
      times.push(performance.now() - began)
    }
    expect(Math.min(...times)).toBeLessThan(100)
  })
})
