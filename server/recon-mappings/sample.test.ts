import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReconSample } from '#contract/recon-sample.ts'
import { form, formType } from '#test/picture.ts'
import { openTestApp, type Answer, type TestApp, type TestSession } from '#test/test-app.ts'

let testApp: TestApp
let reader: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
  reader = await testApp.signIn(await testApp.addMerchant(), { roles: ['recon-user'] })
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
  const unknown = [
    'Report of 28 November',
    'Transaction Date;Type;Order ID;Gross Amount;Fee;Currency',
    '13/11/2026;Sale;A-1;1.234,50;1,00;EUR',
    '14/11/2026;Refund;A-2;-10,00;0;EUR',
    '14/11/2026;Top up;A-3;5,00;0;EUR',
  ]
  it('of nobody’s layout is read by its titles, marks and formats, and unknown words are left to be assigned', async () => {
    const sample = await read(unknown)
    expect(sample).toMatchObject({
      reason: '',
      format: 'csv',
      delimiter: ';',
      layout: '',
      offset: 1,
      headers: ['Transaction Date', 'Type', 'Order ID', 'Gross Amount', 'Fee', 'Currency'],
      proposal: {
        engine_source: 'SHEET',
        source_date_format: 'DD/MM/YYYY',
        input_header: {
          date: 'Transaction Date',
          amount: 'Gross Amount',
          txn_type: 'Type',
          merchant_ref: 'Order ID',
          fee: 'Fee',
        },
        reading: { decimal: ',', types: { Sale: 'payment', Refund: 'refund' } },
      },
      questions: [],
    })
    expect(sample.words).toEqual([
      { word: 'Sale', count: 1, type: 'payment' },
      { word: 'Refund', count: 1, type: 'refund' },
      { word: 'Top up', count: 1, type: null },
    ])
    expect(sample.rows.map(({ row_no, outcome }) => [row_no, outcome])).toEqual([
      [3, 'record'],
      [4, 'record'],
      [5, 'rejected'],
    ])
    expect(sample.rows[0]).toMatchObject({
      cells: ['13/11/2026', 'Sale', 'A-1', '1.234,50', '1,00', 'EUR'],
      type: 'payment',
      record: { gross: '1234.50', currency: 'EUR', merchant_ref: 'A-1', fee: '1.00' },
    })
    expect(sample.rows[2]?.faults).toMatchObject([{ column: 'Type', value: 'Top up', reason: 'unknown_type' }])
  })

  it('that admits two readings is asked about and not guessed', async () => {
    const sample = await read(['Date,Type,Reference,Amount,Currency', '12/02/2016,Sale,X,"1,234",EUR'])
    expect(sample.questions).toMatchObject([
      {
        kind: 'date',
        column: 'Date',
        examples: ['12/02/2016'],
        choices: expect.arrayContaining(['DD/MM/YYYY', 'MM/DD/YYYY']),
      },
      { kind: 'decimal', column: 'Amount', examples: ['1,234'], choices: expect.arrayContaining([',', '.']) },
    ])
    expect(sample.proposal.source_date_format).toBe('')
    expect(sample.rows[0]?.outcome).toBe('rejected')
  })

  it('is read as a mapping says, and by one that cannot be it is refused', async () => {
    const mapping = {
      engine_source: 'SHEET',
      display_name: 'Mine',
      file_type: 'recon',
      source_date_format: 'MM/DD/YYYY',
      input_header: { date: 'Date', amount: 'Amount', txn_type: 'Type', currency: 'Currency' },
      reading: { decimal: ',', types: { Sale: 'payment' } },
    }
    const lines = ['Date,Type,Reference,Amount,Currency', '12/02/2016,Sale,X,"1,23",EUR']
    const sample = await read(lines, { mapping: JSON.stringify(mapping) })
    expect(sample.rows).toMatchObject([{ outcome: 'record', record: { booked_on: '2016-12-02', gross: '1.23' } }])
    const other = await read(['A,B', '1,2'], { mapping: JSON.stringify(mapping) })
    expect(other).toMatchObject({ reason: 'wrong_headers', rows: [{ outcome: 'ignored' }, { outcome: 'ignored' }] })
    const refused = await send(lines, { mapping: JSON.stringify({ ...mapping, input_header: {} }) })
    expect(refused.body['status_reason']).toBe('RECON_MAPPING_REFUSED')
    expect((await send(lines, { mapping: '{"a":1' })).status).toBe(400)
  })

  it('of a transaction file takes words of its status for payments, refunds or neither', async () => {
    const sample = await read(
      [
        'Date,Status,Order ID,Transaction ID,Amount,Currency',
        '2026-01-31,PAID,1,t1,5.50,SGD',
        '2026-01-31,Failed,2,t2,6.50,SGD',
      ],
      { file_type: 'transaction' },
    )
    expect(sample.proposal.reading.types).toEqual({ PAID: 'payment', Failed: 'ignored' })
    expect(sample.rows.map(({ outcome, rule }) => [outcome, rule])).toEqual([
      ['record', ''],
      ['ignored', 'ignored_word'],
    ])
  })

  it('of a known layout is recognised by its titles in any order', async () => {
    const { body } = await testApp.call(reader, 'GET', '/api/recon/layouts')
    const [layout] = (body as unknown as { data: { key: string; headers: string[] }[] }).data
    const sample = await read([layout?.headers.toReversed().join(',') ?? ''])
    expect(sample).toMatchObject({ layout: layout?.key, proposal: { engine_source: layout?.key } })
    const short = await read([layout?.headers.slice(1).join(',') ?? ''])
    expect(short.candidates).toContainEqual(
      expect.objectContaining({ key: layout?.key, missing: [layout?.headers[0]] }),
    )
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
