import { describe, expect, it } from 'vitest'
import type { Mapping, MappingFileType } from '#contract/recon-mapping-shapes.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import { layouts } from '#server/recon-files/layouts.ts'
import { sampleOf } from './sample-of.ts'

async function* bytesOf(lines: readonly string[] | Buffer): AsyncGenerator<Uint8Array> {
  yield Buffer.isBuffer(lines) ? lines : Buffer.from(lines.join('\n'))
}
const read = (
  lines: readonly string[] | Buffer,
  { mapping = null, fileType = 'recon' }: { mapping?: Mapping | null; fileType?: MappingFileType } = {},
): Promise<ReconSample> => sampleOf({ fileType, mapping }, bytesOf(lines))

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
    const asked = sample.questions.map(({ kind, example, choices }) => ({
      kind,
      example,
      answers: choices.map((choice) => choice.source_date_format || choice.decimal).toSorted(),
      values: choices.map(({ value }) => value).toSorted(),
    }))
    expect(asked).toEqual([
      { kind: 'decimal', example: '1,234', answers: [',', '.'], values: ['1.234', '1234'] },
      {
        kind: 'date',
        example: '12/02/2016',
        answers: ['DD/MM/YYYY', 'MM/DD/YYYY'],
        values: ['2016-02-12', '2016-12-02'],
      },
    ])
    expect(sample.proposal.source_date_format).toBe('')
    expect(sample.rows[0]?.outcome).toBe('rejected')
  })

  it('is read as a mapping says; one without its titles is shown as written, and names them', async () => {
    const mapping: Mapping = {
      engine_source: 'SHEET',
      display_name: 'Mine',
      file_type: 'recon',
      source_date_format: 'MM/DD/YYYY',
      input_header: { date: 'Date', amount: 'Amount', txn_type: 'Type', currency: 'Currency' },
      reading: { decimal: ',', types: { Sale: 'payment' } },
    }
    const sample = await read(['Date,Type,Reference,Amount,Currency', '12/02/2016,Sale,X,"1,23",EUR'], { mapping })
    expect(sample.rows).toMatchObject([{ outcome: 'record', record: { booked_on: '2016-12-02', gross: '1.23' } }])
    const other = await read(['A,B', '1,2'], { mapping })
    expect(other).toMatchObject({ reason: 'wrong_headers', rows: [{ cells: ['A', 'B'] }, { cells: ['1', '2'] }] })
    expect(other.reason_params['headers']).toContain('Amount')
  })

  it('is proposed anew by what is said of its bytes, as long as no column is', async () => {
    const bytes = Buffer.from('Fecha;Descripción;Importe\n2026-01-31;Devolución;1,50', 'latin1')
    const mapping: Mapping = {
      engine_source: 'SHEET',
      display_name: '-',
      file_type: 'recon',
      reading: { encoding: 'windows-1252', delimiter: ';' },
    }
    const sample = await read(bytes, { mapping })
    expect(sample.headers).toEqual(['Fecha', 'Descripción', 'Importe'])
    expect(sample.proposal).toMatchObject({ engine_source: 'SHEET', reading: { encoding: 'windows-1252' } })
  })

  it('of a transaction file takes words of its status for payments, refunds or neither', async () => {
    const sample = await read(
      [
        'Date,Status,Order ID,Transaction ID,Amount,Currency',
        '2026-01-31,PAID,1,t1,5.50,SGD',
        '2026-01-31,Failed,2,t2,6.50,SGD',
      ],
      { fileType: 'transaction' },
    )
    expect(sample.proposal.reading.types).toEqual({ PAID: 'payment', Failed: 'ignored' })
    expect(sample.rows.map(({ outcome, rule }) => [outcome, rule])).toEqual([
      ['record', ''],
      ['ignored', 'ignored_word'],
    ])
  })

  it.each(
    layouts.filter(
      ({ reading, formats }) =>
        formats.includes('csv') && !reading.beginsWith && !reading.titles && !reading.sections?.titles,
    ),
  )(
    'of $key is recognised by its titles in any order, and named as the nearest where one is missing',
    async ({ reading: { headers } }) => {
      const sample = await read([
        headers
          .toReversed()
          .map((header) => `"${header}"`)
          .join(','),
      ])
      const recognised = layouts.find(({ key }) => key === sample.layout)
      // Two layouts of one provider may share all headers of the shorter one.
      expect(headers).toEqual(expect.arrayContaining([...(recognised?.reading.headers ?? ['none'])]))
      expect(sample.proposal.engine_source).toBe(sample.layout)
    },
  )
})
