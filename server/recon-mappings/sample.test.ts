import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReconSample } from '#contract/recon-sample.ts'
import { form, formType } from '#test/picture.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'

let testApp: TestApp
let reader: TestSession
let merchant: TestMerchant
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  reader = await testApp.signIn(merchant, { roles: ['recon-user'] })
})
afterAll(() => testApp.close())

const dataOf = ({ body }: Answer): ReconSample => (body as unknown as { data: ReconSample }).data
const send = (lines: readonly string[] | Buffer, fields: Record<string, string> = {}, name = 'sample.csv') =>
  testApp.call(
    reader,
    'POST',
    '/api/recon/sample',
    form(fields, [{ field: 'file', name, bytes: Buffer.isBuffer(lines) ? lines : Buffer.from(lines.join('\n')) }]),
    { 'content-type': formType },
  )
const read = async (...asked: Parameters<typeof send>) => {
  const answer = await send(...asked)
  expect(answer.status, answer.text).toBe(200)
  return dataOf(answer)
}

describe('a sample', () => {
  it('is read in a confined process for whoever uploads or configures, and nothing of it is kept', async () => {
    const sample = await read(['Date;Type;Amount;Currency', '13/11/2026;Sale;1.234,50;EUR'])
    expect(sample).toMatchObject({
      format: 'csv',
      proposal: { engine_source: 'SHEET' },
      rows: [{ outcome: 'record', record: { gross: '1234.50' } }],
    })
    const others = await testApp.signIn(await testApp.addMerchant(), { roles: ['payment-user'] })
    expect(
      (await testApp.call(others, 'POST', '/api/recon/sample', form({}, []), { 'content-type': formType })).status,
    ).toBe(403)
  })

  it('is read by the mapping in use for a source as it would be loaded, and proven', async () => {
    const admin = await testApp.signIn(merchant)
    const mapping = {
      payment_channel_key: 'SIMULATOR',
      engine_source: 'SHEET',
      display_name: 'Mine',
      file_type: 'recon',
      currency: 'EUR',
      source_date_format: 'MM/DD/YYYY',
      input_header: { date: 'Date', amount: 'Amount', txn_type: 'Type', batch: 'Batch' },
      reading: { decimal: '.', types: { Sale: 'payment', Payout: 'payout' }, proof: { payout: true } },
    }
    const saved = await testApp.call(admin, 'POST', '/merchants/recon/file-mapping', mapping)
    const { rfm_id, data_source } = (saved.body as unknown as { data: { rfm_id: string; data_source: string } }).data
    const lines = ['Date,Type,Amount,Batch', '02/03/2026,Sale,10.00,1', '02/03/2026,Payout,-9.00,1']
    const sample = dataOf(await send(lines, { data_source }))
    expect(sample).toMatchObject({
      mapping_id: rfm_id,
      counts: { is_whole: true, rows: 2, records: 2, ignored: {}, rejected: 0 },
      proof: [{ currency: 'EUR', state: 'unproven', difference: '1' }],
      rows: [{ record: { booked_on: '2026-02-03' } }, {}],
    })
    expect(dataOf(await send(lines, { data_source: 'NOBODY' })).mapping_id).toBe('')
  })

  it('is not read by a mapping that cannot be', async () => {
    const mapping = { engine_source: 'SHEET', display_name: 'Mine', file_type: 'recon', input_header: {} }
    const refused = await send(['A,B', '1,2'], { mapping: JSON.stringify(mapping) })
    expect(refused.body['status_reason']).toBe('RECON_MAPPING_REFUSED')
    expect((await send(['A,B', '1,2'], { mapping: '{"a":1' })).status).toBe(400)
    const cut = { ...mapping, reading: { cuts: { merchant_ref: [{ cut: 'json', path: '' }] } } }
    const incomplete = await send(['A,B', '1,2'], { mapping: JSON.stringify(cut) })
    expect(incomplete.body['errors']).toMatchObject([{ path: 'reading.cuts.merchant_ref.0.path' }])
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['noise', Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919) % 256))],
    ['half a workbook', Buffer.from('PK\u0003\u0004 and no more')],
  ])('that is %s says why it cannot be read, within the call', async (_what, bytes) => {
    const answer = await send(bytes)
    if (answer.status === 200)
      expect(dataOf(answer).reason === '' && dataOf(answer).rows.some((row) => row.outcome === 'record')).toBe(false)
    else expect(answer.status).toBe(400)
  })
})
