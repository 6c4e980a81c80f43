import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTelling, rowOf, type Telling } from './fixtures.ts'

/** What happens with uploads of others' transactions, and the list of these. */
let telling: Telling
beforeAll(async () => {
  telling = await openTelling()
})
afterAll(() => telling.close())

describe('an upload', () => {
  it('is taken back whole, and its rows can be loaded again', async () => {
    const before = await telling.count()
    const upload = await telling.take([rowOf('back'), rowOf('back-2')])
    const taken = telling.uploadOf(await telling.takeBack(upload))
    expect(taken).toMatchObject({ state: 'taken_back', valid: 2 })
    expect(await telling.count()).toBe(before)
    expect((await telling.takeBack(upload)).status).toBe(409)
    expect(await telling.take([rowOf('back')])).toMatchObject({ valid: 1, duplicates: 0 })
  })

  it('stays once something was reconciled with it', async () => {
    const upload = await telling.take([rowOf('kept')])
    await telling.testApp.owner.transaction(null, (tx) =>
      tx.query('update third_party_uploads set reconciled_at = now() where upload_id = $1', [upload.upload_id]),
    )
    expect((await telling.takeBack(upload)).status).toBe(409)
    expect(await telling.list({ upload_id: upload.upload_id })).toHaveLength(1)
  })

  it('two at the same moment with the same rows, in another order, add each once', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => rowOf(`race-${at}`))
    const uploads = await Promise.all([telling.take(rows), telling.take(rows.toReversed())])
    expect(uploads.map(({ valid }) => valid).toSorted((a, b) => a - b)).toEqual([0, 300])
    expect(uploads.map(({ duplicates }) => duplicates).toSorted((a, b) => a - b)).toEqual([0, 300])
  })
})

describe('the list', () => {
  it('is narrowed by each filter and found by either reference', async () => {
    const { upload_id } = await telling.take(
      [
        rowOf('f1', { payer: 'Ana', amount: '1', date: '2026-04-01' }),
        rowOf('f2', { payer: 'Bo', amount: '200', currency: 'USD', status: 'refunded', date: '2026-04-03' }),
      ],
      { source: 'filters' },
    )
    const found = async (filters: object, more: object = {}) =>
      (await telling.list({ source: 'filters', ...filters }, more)).map(({ payer }) => payer)
    expect(await found({})).toEqual(['Bo', 'Ana'])
    expect(await found({ status: 'Refunded' })).toEqual(['Bo'])
    expect(await found({ status: ['Success', 'Failed'] })).toEqual(['Ana'])
    expect(await found({ currency: 'USD' })).toEqual(['Bo'])
    expect(await found({ amount: { max: 1 } })).toEqual(['Ana'])
    expect(await found({ occurred_at: { from: '2026-04-02 00:00:00' } })).toEqual(['Bo'])
    expect(await found({ occurred_at: { to: '2026-04-02 00:00:00' } })).toEqual(['Ana'])
    expect(await found({ payer: 'An' })).toEqual(['Ana'])
    expect(await found({ upload_id })).toEqual(['Bo', 'Ana'])
    expect(await found({ upload_id: 'none' })).toEqual([])
    expect(await found({}, { search: 'ORDER-f1' })).toEqual(['Ana'])
    expect(await found({}, { search: 'CH-f2' })).toEqual(['Bo'])
  })

  it('and the errors of an upload are exported, formulas neutralised', async () => {
    const upload = await telling.take([rowOf('x1', { description: '=1+1' }), rowOf('x2', { amount: '=cmd|x' })], { source: 'out' }) // prettier-ignore
    const file = async (path: string, filters: object) =>
      (await telling.testApp.call(telling.session, 'POST', path, { filters, format: 'csv', language: 'en' })).text
    const rows = await file('/merchants/third_party/transactions/export', { source: 'out' })
    expect(rows).toContain("'=1+1")
    const errors = await file('/api/third-party/errors/export', { upload_id: upload.upload_id })
    expect(errors).toContain("3,Amount,amount,'=cmd|x,")
    expect(errors).toContain('Write a plain decimal')
  })
})
