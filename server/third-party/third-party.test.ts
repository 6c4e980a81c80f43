import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvOf, openTelling, rowOf, type Telling } from './fixtures.ts'

/** Others' transactions: what is loaded, what counts once, and what is refused by row. */
let telling: Telling
beforeAll(async () => {
  telling = await openTelling()
})
afterAll(() => telling.close())

describe('a sheet', () => {
  it('is loaded with every field as it stands there, and touches neither ledger nor figures', async () => {
    const row = rowOf('all', { method: 'card', channel: 'Acme', payer: 'Mei Tan', email: 'mei@example.com', fee: '0.31', description: 'a "b", c' }) // prettier-ignore
    const upload = await telling.take([row], { source: 'acquirer' })
    expect(upload).toMatchObject({ state: 'loaded', rows: 1, valid: 1, duplicates: 0, errors: 0, source: 'acquirer' })
    const [found] = await telling.list({ upload_id: upload.upload_id })
    expect(found).toMatchObject({
      occurred_at: '2026-03-01 02:00:00',
      status: 'Success',
      amount: 12.5,
      currency: 'SGD',
      source: 'acquirer',
      merchant_order_ref: 'ORDER-all',
      channel_order_ref: 'CH-all',
      method: 'card',
      channel: 'Acme',
      payer: 'Mei Tan',
      email: 'mei@example.com',
      fee: 0.31,
      description: 'a "b", c',
      upload_id: upload.upload_id,
      row_no: 2,
    })
    const [sums] = await telling.testApp.owner.transaction(null, (tx) =>
      tx.query<object>('select (select count(*) from ledger_entries)::int as postings, (select count(*) from payments)::int as payments', []),
    ) // prettier-ignore
    expect(sums).toEqual({ postings: 0, payments: 0 })
  })

  it('is only checked on a dry run, with the numbers that loading it then has', async () => {
    const rows = [rowOf('dry'), rowOf('dry'), rowOf('dry-2'), rowOf('dry-3', { amount: 'x' })]
    const before = await telling.count()
    const checked = await telling.take(rows, { dryRun: true })
    expect(checked).toMatchObject({ state: 'checked', dry_run: true, rows: 4, valid: 2, duplicates: 1, errors: 1 })
    expect(checked.preview).toHaveLength(4)
    expect(await telling.count()).toBe(before)
    const { rows: count, valid, duplicates, errors } = await telling.take(rows)
    expect({ count, valid, duplicates, errors }).toEqual({ count: 4, valid: 2, duplicates: 1, errors: 1 })
    expect(await telling.count()).toBe(before + 2)
  })

  it('counts the same transaction once, over files, whatever else is in them', async () => {
    const first = await telling.take([rowOf('once', { fee: '1' })], { source: 's' })
    expect(first.valid).toBe(1)
    const again = await telling.take([rowOf('once-2'), rowOf('once', { fee: '1.00' })], { source: 's' })
    expect(again).toMatchObject({ valid: 1, duplicates: 1, errors: 0 })
    expect(await telling.take([rowOf('once', { fee: '1' })], { source: 'another' })).toMatchObject({ valid: 1 })
    const byOrder = { channel_order_ref: '' }
    expect(await telling.take([rowOf('o', byOrder), rowOf('o', { ...byOrder, amount: '13' })], { source: 's' })).toMatchObject({ valid: 2 }) // prettier-ignore
    expect(await telling.take([rowOf('o', byOrder)], { source: 's' })).toMatchObject({ valid: 0, duplicates: 1 })
  })

  it('shows both values where a row contradicts what is known, and changes nothing', async () => {
    await telling.take([rowOf('c', { fee: '1', payer: 'A' })], { source: 's', name: 'first.csv' })
    const upload = await telling.take([rowOf('c', { fee: '2', payer: 'A', status: 'failed' })], { source: 's' })
    expect(upload).toMatchObject({ valid: 0, duplicates: 0, errors: 1 })
    const params = { file: 'first.csv', row: 2 }
    expect(await telling.errors(upload)).toMatchObject([
      { row_no: 2, column: 'status', value: 'Failed', reason: 'contradicts_known', params: { ...params, other: 'Success' } },
      { row_no: 2, column: 'fee', value: '2.00', reason: 'contradicts_known', params: { ...params, other: '1.00' } },
    ]) // prettier-ignore
    const [found] = (await telling.list({ source: 's' })).filter((one) => one.channel_order_ref === 'CH-c')
    expect(found).toMatchObject({ status: 'Success', fee: 1 })
  })

  it('refuses by row what can be read in two ways, with column, value and reason', async () => {
    const wrong: [object, string, string][] = [
      [{ amount: '1,250' }, 'amount', 'not_a_plain_decimal'],
      [{ amount: '1.234,50' }, 'amount', 'not_a_plain_decimal'],
      [{ amount: '1.234' }, 'amount', 'too_many_decimals'],
      [{ amount: '100.0', currency: 'JPY' }, 'amount', 'too_many_decimals'],
      [{ amount: '-1' }, 'amount', 'negative'],
      [{ amount: '' }, 'amount', 'required'],
      [{ fee: '1e3' }, 'fee', 'not_a_plain_decimal'],
      [{ currency: 'ABC' }, 'currency', 'not_a_currency'],
      [{ status: 'maybe' }, 'status', 'unknown_status'],
      [{ date: '01/02/2026' }, 'date', 'not_in_date_format'],
      [{ date: '2026-02-30' }, 'date', 'not_a_day'],
      [{ channel_order_ref: '', merchant_order_ref: '' }, 'channel_order_ref', 'one_reference'],
      [{ channel_order_ref: 'x'.repeat(121) }, 'channel_order_ref', 'too_long'],
    ]
    const upload = await telling.take(wrong.map(([cells], at) => rowOf(`w${at}`, { fee: '', ...cells })))
    expect(upload).toMatchObject({ state: 'loaded', valid: 0, errors: wrong.length, unknown_statuses: ['maybe'] })
    const errors = await telling.errors(upload)
    expect(errors.map(({ row_no, column, reason }) => [row_no, column, reason])).toEqual(
      wrong.map(([, column, reason], at) => [at + 2, column, reason]),
    )
    expect(errors[0]?.value).toBe('1,250')
  })

  it('is read as its mapping says, which is remembered for the source once it was loaded', async () => {
    const titles = { date: 'Wann', amount: 'Betrag', status: 'Zustand', channel_order_ref: 'Nummer' }
    const row = { date: '28.03.2026 09:00', amount: '5', currency: 'EUR', status: 'BEZAHLT', channel_order_ref: 'm1' }
    const bytes = csvOf([row], titles)
    const plain = telling.uploadOf(await telling.upload(bytes, { source: 'bank' }))
    expect(plain).toMatchObject({ state: 'refused', reason: 'missing_columns', valid: 0 })
    expect(plain.head).toEqual(['Wann', 'Betrag', 'currency', 'Zustand', 'Nummer'])
    const mapping = {
      columns: titles,
      date_format: 'DD.MM.YYYY' as const,
      time_zone: 'Europe/Berlin',
      statuses: { bezahlt: 'Success' as const },
    }
    const checked = telling.uploadOf(await telling.upload(bytes, { source: 'bank', mapping, dryRun: true }))
    expect(checked).toMatchObject({ state: 'checked', valid: 1 })
    // A dry run is no decision.
    expect(telling.uploadOf(await telling.upload(bytes, { source: 'bank' })).state).toBe('refused')
    expect(telling.uploadOf(await telling.upload(bytes, { source: 'bank', mapping }))).toMatchObject({ valid: 1 })
    const later = csvOf([{ ...row, channel_order_ref: 'm2' }], titles)
    expect(telling.uploadOf(await telling.upload(later, { source: 'bank' }))).toMatchObject({ valid: 1, mapping })
    expect((await telling.list({ source: 'bank' })).map(({ occurred_at }) => occurred_at)).toEqual([
      '2026-03-28 08:00:00',
      '2026-03-28 08:00:00',
    ])
    for (const bad of ['{', '[]', '{"columns":{"none":"x"}}', '{"time_zone":"Nowhere"}'])
      expect((await telling.upload(bytes, { mapping: bad })).status, bad).toBe(400)
  })
})
