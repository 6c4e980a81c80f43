import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { refusalOf, rowsOf } from './source-fixtures.ts'
import { xmlSource } from './xml.ts'

const report = `<?xml version="1.0"?><t:report xmlns:t="urn:x"><t:Id>1</t:Id>
  <t:Row no="1"><t:Data><t:Ref> A &amp; B </t:Ref><t:Amount Ccy="EUR">300</t:Amount></t:Data><t:Empty/></t:Row>
  <t:Row no="2"><t:Data><t:Ref><![CDATA[<C>]]></t:Ref></t:Data><t:Fee>1</t:Fee><t:Fee>2</t:Fee></t:Row></t:report>`
const rows = [
  { '@no': '1', 'Data.Ref': 'A & B', 'Data.Amount': '300', 'Data.Amount.@Ccy': 'EUR' },
  { '@no': '2', 'Data.Ref': '<C>', Fee: '1', 'Fee.2': '2' },
]

it('each element at the path is a row, however the text is cut', async () => {
  for (const size of [1, 3, 17, 10_000])
    for (const rowsAt of ['report/Row', '/report/Row', 'Row', undefined])
      expect(await rowsOf(xmlSource, report, { size, ...(rowsAt === undefined ? {} : { rowsAt }) })).toEqual(rows)
})

it('without a path the highest elements that come again are rows, else the only one with elements', async () => {
  expect(await rowsOf(xmlSource, '<a><h><x>1</x></h><r><b><c>1</c></b></r></a>')).toEqual([{ 'b.c': '1' }])
  expect(await rowsOf(xmlSource, '<a><h><i>1</i></h><l><r><b>1</b></r><r><b>2</b></r></l></a>')).toEqual([
    { b: '1' },
    { b: '2' },
  ])
  expect(await refusalOf(xmlSource, '<a>1</a>')).toBe('rows_missing')
  expect(await refusalOf(xmlSource, report, { rowsAt: 'other/Row' })).toBe('rows_missing')
  expect(
    await rowsOf(xmlSource, '<report><Id>1</Id></report>', { rowsAt: 'report/Row', headers: ['Data.Ref'] }),
  ).toEqual([])
})

it('document types, entities, what is cut off or too much are refused', async () => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a><r><x>&c;</x></r></a>'
  expect(await refusalOf(xmlSource, bomb, { rowsAt: 'a/r' })).toBe('declares_document_type')
  expect(await refusalOf(xmlSource, '<a><r><x>&b;</x></r></a>')).toBe('damaged_file')
  expect(await refusalOf(xmlSource, report.slice(0, -9), { rowsAt: 'report/Row' })).toBe('damaged_file')
  expect(await refusalOf(xmlSource, '<a><b></a>', { rowsAt: 'a/b' })).toBe('damaged_file')
  expect(await refusalOf(xmlSource, `<a>${'<b>'.repeat(70)}`, { rowsAt: 'a/b' })).toBe('packed_too_tight')
  expect(await refusalOf(xmlSource, `<a><b><c>${'x'.repeat(40_000)}</c></b></a>`, { rowsAt: 'a/b' })).toBe(
    'cell_too_long',
  )
  const endless = { rowsAt: 'a/b', size: 100_000 }
  await expect(rowsOf(xmlSource, `<a><b c="${'x'.repeat(3_000_000)}"/></a>`, endless)).rejects.toMatchObject({
    reason: 'record_too_long',
  })
  await expect(rowsOf(xmlSource, `<a><b>${'x'.repeat(3_000_000)}</b></a>`, endless)).rejects.toMatchObject({
    reason: 'record_too_long',
  })
  const wide = Array.from({ length: 600 }, (_, at) => `<c${at}>1</c${at}>`).join('')
  expect(await refusalOf(xmlSource, `<a><b>${wide}</b></a>`, { rowsAt: 'a/b' })).toBe('too_many_columns')
})

const file = join(import.meta.dirname, '../../../../shared/data/settlement/ingenico/donation.xml.gz')
describe.skipIf(!existsSync(file))('the file of a real provider', () => {
  it('is read with and without a path', async () => {
    const text = gunzipSync(readFileSync(file)).toString()
    const found = await rowsOf(xmlSource, text, { rowsAt: 'report/DataRecord' })
    expect(found[0]).toMatchObject({ OrderID: '987654321', 'PaymentData.AmountDelivered': '300' })
    expect(await rowsOf(xmlSource, text)).toEqual(found)
  })
})
