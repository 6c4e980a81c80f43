import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonSource } from './json.ts'
import { ndjsonSource } from './ndjson.ts'
import { refusalOf, rowsOf } from './source-fixtures.ts'

const list =
  '[{"id":"a","amount":{"value":"5.35","code":"USD"},"refunds":[]}, {"id":"b","n":1.50,"ok":true,"none":null,"tags":["x","y"]}]'

it('the objects of an array are rows, however the text is cut', async () => {
  const rows = [
    { id: 'a', 'amount.value': '5.35', 'amount.code': 'USD' },
    { id: 'b', n: '1.5', ok: 'true', 'tags.0': 'x', 'tags.1': 'y' },
  ]
  for (const size of [1, 2, 3, 7, 1_000]) {
    expect(await rowsOf(jsonSource, list, { size })).toEqual(rows)
    expect(
      await rowsOf(jsonSource, `{"n":[1,2],"of":{"x":{"items":${list}}},"end":"]}\\""}`, {
        size,
        rowsAt: 'of/x/items',
      }),
    ).toEqual(rows)
    expect(await rowsOf(ndjsonSource, list.slice(1, -1).replace('}, {', '}\r\n\n{'), { size })).toEqual(rows)
  }
})

it('the only array of an envelope is found; an object that is a row of its own is one', async () => {
  expect(await rowsOf(jsonSource, '{"entity":"collection","count":1,"items":[{"a":1}]}')).toEqual([{ a: '1' }])
  expect(await rowsOf(jsonSource, '{"id":"x","statusHistory":[{"s":1}]}')).toEqual([
    { id: 'x', 'statusHistory.0.s': '1' },
  ])
  expect(await rowsOf(jsonSource, '{"a":1,"of":[{"s":1}]}', { headers: ['a'] })).toEqual([{ a: '1', 'of.0.s': '1' }])
  expect(await rowsOf(jsonSource, '{"_embedded":{"refunds":[{"a":1}]},"_links":{"self":{}}}')).toEqual([{ a: '1' }])
  expect(await refusalOf(jsonSource, '{"one":[{"a":1}],"two":[{"a":1}]}')).toBe('rows_undecided')
  expect(await refusalOf(jsonSource, '{"items":[{"a":1}]}', { rowsAt: 'data' })).toBe('rows_missing')
  expect(await refusalOf(jsonSource, `{"one":[${`{"a":1},`.repeat(150_000)}{}],"two":[{"a":1}]}`)).toBe(
    'rows_undecided',
  )
})

it('a long number keeps all its digits, and a field that comes late is not lost', async () => {
  expect(await rowsOf(jsonSource, '[{"id":12345678901234567890,"a":1e3}]')).toEqual([
    { id: '12345678901234567890', a: '1000' },
  ])
  const many = `[${'{"a":"1"},'.repeat(1_000)}{"a":"2","fee":"3","new":"4"}]`
  expect((await rowsOf(jsonSource, many, { size: 4_000, columns: ['fee'] })).at(-1)).toEqual({
    a: '2',
    fee: '3',
    further_fields: '{"new":"4"}',
  })
  const [long] = await rowsOf(jsonSource, `[{"of":[${'{"a":1},'.repeat(11)}{"a":"b"}]}]`)
  expect([long?.['of.9.a'], long?.['of.10+']]).toEqual(['1', '[{"a":"1"},{"a":"b"}]'])
})

it('an empty array has the titles that are asked for, and no rows', async () => {
  expect(await rowsOf(jsonSource, '[]', { headers: ['a'] })).toEqual([])
  expect(await refusalOf(jsonSource, '[]')).toBe('rows_missing')
})

it('what is cut off, no JSON or too deep is refused', async () => {
  const wrong = [
    list.slice(0, -1),
    list.slice(0, 30),
    '[{"a":}]',
    '[{a:1}]',
    '{"a" 1}',
    '[{}]x',
    '["a"',
    '{',
    '[{"a":1}}',
    '[{"a":tru}]',
    '[{"a":1},2]',
  ]
  for (const text of wrong) expect([text, await refusalOf(jsonSource, text)]).toEqual([text, 'damaged_file'])
  expect(await refusalOf(jsonSource, '[1]')).toBe('rows_missing')
  expect(await refusalOf(jsonSource, '5')).toBe('rows_missing')
  expect(await refusalOf(jsonSource, `[{"a":${'['.repeat(40)}1${']'.repeat(40)}}]`)).toBe('packed_too_tight')
  expect(await refusalOf(jsonSource, `[{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}]`)).toMatch(
    /packed_too_tight|damaged_file/,
  )
  expect(await refusalOf(ndjsonSource, '{"a":1}\n{"a":')).toBe('damaged_file')
  expect(await refusalOf(jsonSource, `[{"a":"${'x'.repeat(40_000)}"}]`)).toBe('cell_too_long')
})

const folder = join(import.meta.dirname, '../../../../shared/data/settlement')
describe.skipIf(!existsSync(folder))('files of real providers', () => {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  it('are read object by object', async () => {
    expect(await rowsOf(jsonSource, read('braintree/raw_batch_report_dispute.json'))).toHaveLength(7)
    expect(await rowsOf(jsonSource, read('braintree/raw_batch_report_refund.json'))).toHaveLength(2)
    expect(await rowsOf(jsonSource, read('braintree/raw_batch_report_gravy_refund.json'))).toMatchObject([
      { id: 'cmVmdW5kX2g3OWY5Yzdo', 'disbursementDetails.amount.value': '-1.03', 'refundedTransaction.source': 'API' },
    ])
    const batch = 'e2e_wmf_audit/Braintree/raw_batch__raw_disbursement_report_consolidated_2026-01-15_2026-01-15.json'
    expect((await rowsOf(ndjsonSource, read(batch))).length).toBeGreaterThan(1)
    expect(
      (await rowsOf(jsonSource, read('razorpay/settlement_recon_documented.json'), { rowsAt: 'items' })).length,
    ).toBeGreaterThan(1)
    expect(await rowsOf(jsonSource, read('mollie/list-settlement-refunds.json'))).not.toEqual([])
  })
})
