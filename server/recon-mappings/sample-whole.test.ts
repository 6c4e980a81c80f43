import { describe, expect, it } from 'vitest'
import type { Mapping } from '#contract/recon-mapping-shapes.ts'
import { readingOf } from '#server/recon-files/mapping/reading-of.ts'
import { readWhole } from './read-whole.ts'
import { sampleOf } from './sample-of.ts'

async function* bytesOf(lines: readonly string[] | Buffer): AsyncGenerator<Uint8Array> {
  yield Buffer.isBuffer(lines) ? lines : Buffer.from(lines.join('\n'))
}
const read = (lines: readonly string[] | Buffer, { mapping = null }: { mapping?: Mapping | null } = {}) =>
  sampleOf({ fileType: 'recon', mapping }, bytesOf(lines))

describe('a sample', () => {
  const lines = (count: number, type = (_: number) => 'Sale') =>
    Array.from({ length: count }, (_, at) => `2026-01-${10 + (at % 9)},${type(at)},R-${at},1.10,EUR,B1`)
  const proving: Mapping = {
    engine_source: 'SHEET',
    display_name: 'Mine',
    file_type: 'recon',
    source_date_format: 'YYYY-MM-DD',
    input_header: { date: 'Date', amount: 'Amount', net: 'Amount', txn_type: 'Type', currency: 'Currency', batch: 'Batch' },
    reading: { decimal: '.', types: { Sale: 'payment', Paid: 'payout', Test: 'ignored' }, proof: { payout: true } },
  } // prettier-ignore
  const header = 'Date,Type,Reference,Amount,Currency,Batch'

  it('is counted and proven whole before anything is loaded, also behind the rows by which it was recognised', async () => {
    const type = (at: number) => (at === 11_000 ? 'Test' : at === 11_500 ? 'Strange' : 'Sale')
    const paid = (amount: string) => [header, ...lines(12_000, type), `2026-01-20,Paid,P,${amount},EUR,B1`]
    const proven = await read(paid('-13197.80'), { mapping: proving })
    expect(proven).toMatchObject({
      reason: '',
      counts: { is_whole: true, rows: 12_001, records: 11_999, ignored: { ignored_word: 1 }, rejected: 1 },
      proof: [{ currency: 'EUR', state: 'proven', difference: '0' }],
      proofs: [{ kind: 'payout', batch: 'B1', computed: '13197.8', stated: '13197.8', difference: '0' }],
    })
    expect(proven.rows).toHaveLength(50)
    expect(proven.words).toContainEqual({ word: 'Strange', count: 1, type: null })
    const off = await read(paid('-13197.79'), { mapping: proving })
    expect(off.proof).toEqual([{ currency: 'EUR', state: 'unproven', difference: '0.01' }])
  })

  it('that takes too long says so, and is not proven by half of its lines', async () => {
    const first = [header, ...lines(10)].map((line, at) => ({ no: at + 1, cells: line.split(',') }))
    const facts = { format: 'csv', packed: '', encoding: '', delimiter: ',', sheets: [], sheet: -1 } as const
    async function* rest() {
      yield first.slice(1)
      throw new Error('nobody reads on')
    }
    const said = await readWhole(proving, readingOf(proving, undefined), { facts: { ...facts, sheets: [] }, first, rest: rest() }, 0) // prettier-ignore
    expect(said).toMatchObject({ reason: '', counts: { is_whole: false, records: 10 }, proof: [], proofs: [] })
  })

  it('that is damaged behind its first rows says so', async () => {
    const broken = Buffer.concat([Buffer.from([header, ...lines(9_000)].join('\n')), Buffer.from('\n2026-01-10,\0')])
    expect(await read(broken, { mapping: proving })).toMatchObject({
      reason: 'unknown_file_format',
      counts: { is_whole: false },
      proofs: [],
    })
  })

  it('in another encoding is read by a proposed one, wherever its first letter of it stands', async () => {
    const late = Buffer.concat([Buffer.from([header, ...lines(9_000), '2026-01-11,Sale,Caf'].join('\n')), Buffer.from([0xe9]), Buffer.from(',1.10,EUR,B1')]) // prettier-ignore
    const sample = await read(late)
    expect(sample.proposal.reading.encoding).toBe('windows-1252')
    expect(sample).toMatchObject({ reason: '', encoding: 'windows-1252', counts: { is_whole: true, records: 9_001 } })
  })
})
