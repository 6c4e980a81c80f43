import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oldWorkbook } from '#test/old-workbook.ts'
import { dateReader } from './dates.ts'
import { archive, cellsOf, fileOf, inline, refusalOf, workbookEntries, workbookOf } from './fixtures.ts'

const one = (rows: string, more: Partial<Parameters<typeof workbookOf>[0]> = {}) => workbookOf({ sheets: { s: rows }, ...more }) // prettier-ignore

describe('a workbook', () => {
  it('keeps numbers as the decimal text that it holds', async () => {
    const numbers = ['5.3499999999999996', '0.30000000000000004', '12345678901234567890', '-7', '1E-4', '.5']
    const cells = numbers.map((number) => `<c><v>${number}</v></c>`).join('')
    expect(await cellsOf(one(`<row>${cells}</row>`))).toEqual([numbers.map((number) => ({ number }))])
  })

  it('has texts of every kind: shared, of its own, of formulas, in several fonts, without how they are read aloud', async () => {
    const strings = ['<t>plain &amp; &#x65E5;</t>', '<r><t>two </t></r><r><t xml:space="preserve">fonts </t></r>', '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh>', '<t>a_x000D_b</t>', '<t/>'] // prettier-ignore
    const shared = strings.map((_, at) => `<c t="s"><v>${at}</v></c>`).join('')
    const rest = `${inline('own')}<c t="str"><f>A1&amp;"&gt;"</f><v>of a formula</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="d"><v>2026-03-04T05:06:07</v></c><c t="inlineStr"><is><t><![CDATA[<b>]]></t></is></c>` // prettier-ignore
    expect(await cellsOf(one(`<row>${shared}${rest}</row>`, { strings }))).toEqual([
      ['plain & 日', 'two fonts ', '東京', 'a\rb', '', 'own', 'of a formula', 'TRUE', '#N/A', '2026-03-04T05:06:07', '<b>'],
    ])
  }) // prettier-ignore

  it('has its cells where their references say, and rows under their numbers; what is empty is not there', async () => {
    const rows = `<row r="2" spans="1:5"><c r="B2"><v>1</v></c><c r="E2"><v>2</v></c><c><v>3</v></c><c r="XFD2" s="0"/></row><row r="3"><c r="A3"/></row><row r="9"/><row><c r="C10"><v>4</v></c></row>` // prettier-ignore
    const { rows: read } = await fileOf(one(rows))
    expect(read).toEqual([
      { no: 2, cells: ['', { number: '1' }, '', '', { number: '2' }, { number: '3' }] },
      { no: 10, cells: ['', '', { number: '4' }] },
    ])
  })

  const dateCodes = ['dd/mm/yyyy', 'h:mm AM/PM', '[$-409]d\\-mmm\\-yy;@', 'yyyy&quot;年&quot;m&quot;月&quot;', 'mm:ss.0', '[Red]yyyy\\-mm\\-dd\\ hh:mm:ss.000'] // prettier-ignore
  const numberCodes = ['0.00', '#,##0.00 &quot;days&quot;', '[h]:mm', 'General', '0.00E+00', '#,##0.00\\ [$USD]', '[Red]0;[Blue]0', '@'] // prettier-ignore
  it.each([1900, 1904] as const)('marks dates by their formats, counted from %d', async (date) => {
    const formats = [...dateCodes, ...numberCodes]
    const cells = formats.map((_, at) => `<c s="${at}"><v>40000.5</v></c>`).join('')
    const [row = []] = await cellsOf(one(`<row>${cells}</row>`, { formats, is1904: date === 1904 }))
    const dated = row.map((cell) => (typeof cell === 'object' ? cell.date : undefined))
    expect(dated).toEqual([...dateCodes.map(() => date), ...numberCodes.map(() => undefined)])
  })

  it('has times where the format shows one, so that midnight is a moment and a day is a day', async () => {
    const codes = ['dd/mm/yyyy', 'dd/mm/yyyy hh:mm', '[$-409]d\\-mmm\\-yy;@', 'm/d/yy\\ h:mm AM/PM']
    const [row = []] = await cellsOf(one(`<row>${codes.map((_, at) => `<c s="${at}"><v>46085</v></c>`).join('')}</row>`, { formats: codes })) // prettier-ignore
    const read = dateReader({ formats: ['excel'], timeZone: 'Asia/Singapore' })
    const said = row.map((cell) => read(cell)).map((date) => (typeof date === 'string' ? date : [date.day, date.at]))
    const midnight = ['2026-03-04', Date.UTC(2026, 2, 3, 16)]
    expect(said).toEqual([['2026-03-04', null], midnight, ['2026-03-04', null], midnight])
  })

  it('is read the same wherever its parts are cut', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '&amp;', 'é', '日', '😀', ' ', '&#10;', '>'), minLength: 1, maxLength: 40 }) // prettier-ignore
    const rows = fc.array(fc.array(text, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 })
    const meant = (value: string) => value.replaceAll('&amp;', '&').replaceAll('&#10;', '\n')
    const property = fc.asyncProperty(rows, fc.integer({ min: 1, max: 400 }), async (all, piece) => {
      const strings = all.flat().map((value) => `<t>${value}</t>`)
      let at = 0
      const xml = all.map((row) => `<row>${row.map((value, column) => (column % 2 ? inline(value) : `<c t="s"><v>${at + column}</v></c>`)).join('')}</row>${((at += row.length), '')}`) // prettier-ignore
      // What the archive does not pack comes in pieces of its own length as well.
      const stored = workbookEntries({ sheets: { s: xml.join('') }, strings }).map((entry) => ({ ...entry, stored: true })) // prettier-ignore
      for (const file of [archive(stored), one(xml.join(''), { strings })])
        expect(await cellsOf(file, {}, { piece })).toEqual(all.map((row) => row.map(meant)))
    })
    await fc.assert(property, { numRuns: 40 })
  })

  it('of a maker that writes prefixes, backslashes, capitals and attributes anyhow is read too', async () => {
    const entries = workbookEntries({ sheets: { s: '' } }).map(({ name, content }) =>
      name.endsWith('sheet0.xml')
        ? { name: 'XL\\worksheets\\Sheet0.xml', content: `\ufeff<?xml version="1.0"?><!-- > --><x:worksheet xmlns:x="m" a="1>2"><x:sheetData><x:row\n r = '1' ><x:c t = "inlineStr" s='0' r="A1"><x:is><x:t>a</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>` }
        : { name, content },
    ) // prettier-ignore
    expect(await cellsOf(archive(entries))).toEqual([['a']])
  })

  it.each<[string, Buffer, [string, object]]>([
    ['a cell in a far corner', one('<row><c r="XFD1"><v>1</v></c></row>'), ['too_many_columns', { row: 1, most: 500 }]],
    ['a cell beyond what Excel holds', one(`<row r="3">${inline('x'.repeat(32_768))}</row>`), ['cell_too_long', { row: 3, most: 32_767 }]],
    ['a shared text beyond what Excel holds', one('<row><c t="s"><v>0</v></c></row>', { strings: [`<t>${'x'.repeat(40_000)}</t>`] }), ['cell_too_long', { row: 1, most: 32_767 }]],
    ['a shared text that is not there', one('<row><c t="s"><v>7</v></c></row>'), ['damaged_file', {}]],
    ['rows out of order', one('<row r="5"/><row r="4"/>'), ['damaged_file', {}]],
    ['a sheet that does not end', archive(workbookEntries({ sheets: { s: '<row><c><v>1</v></c></row>' } }).map((entry) => ({ ...entry, content: String(entry.content).replace('</sheetData></worksheet>', '') }))), ['damaged_file', {}]],
    ['entities of its own', archive(workbookEntries({ sheets: { s: '' } }).map((entry) => ({ ...entry, content: `<!DOCTYPE a [<!ENTITY b "c">]>${String(entry.content)}` }))), ['damaged_file', {}]],
    ['letters that are broken', archive(workbookEntries({ sheets: { s: `<row>${inline('é')}</row>` } }).map((entry) => ({ ...entry, content: Buffer.from(String(entry.content), 'latin1') }))), ['damaged_file', {}]],
    ['no sheet', workbookOf({ sheets: {} }), ['unreadable_file', {}]],
    ['a workbook of another kind inside', archive([{ name: '[Content_Types].xml', content: '' }, { name: 'word/document.xml', content: '' }]), ['unreadable_file', {}]],
  ])('with %s is refused in words', async (_what, bytes, refusal) => {
    expect(await refusalOf(bytes)).toEqual(refusal)
  }) // prettier-ignore
})

describe('the sheet that is read', () => {
  const titles = `<row r="5">${inline('Reference')}${inline(' Net Credit ')}</row><row>${inline('A')}</row>`
  const sheets = { cover: `<row>${inline('Company')}</row>`, blank: '', data: titles }

  it('is that of the number, else the only one with the titles, else the first that has rows', async () => {
    const chosen = async (hints: object) => (await fileOf(workbookOf({ sheets }), hints)).facts.sheet
    expect(await chosen({ sheet: 1 })).toBe(1)
    expect(await chosen({ sheet: -1, headers: ['Net Credit', 'Reference'] })).toBe(2)
    expect(await chosen({ sheet: -1, headers: ['Nowhere'] })).toBe(0)
    const { facts } = await fileOf(workbookOf({ sheets: { blank: '', cover: sheets.cover } }))
    expect(facts).toMatchObject({ sheet: 1, sheets: [{ name: 'blank', rows: 0 }, { name: 'cover', rows: 1 }] }) // prettier-ignore
  })

  it('is asked for where several have the titles, or it is not there', async () => {
    const twice = workbookOf({ sheets: { ...sheets, again: titles } })
    expect(await refusalOf(twice, { headers: ['Reference'] })).toEqual(['sheet_undecided', { sheets: 'data, again' }])
    expect(await refusalOf(twice, { sheet: 9 })).toEqual(['sheet_missing', { sheet: 10, sheets: 4 }])
  })
})

describe('a workbook of Excel 97–2003', () => {
  it('has numbers with 15 digits and dates as days', async () => {
    const bytes = oldWorkbook([['a', 0.1 + 0.2], ['', new Date('2026-03-04T08:26:00Z')]]) // prettier-ignore
    expect((await fileOf(bytes)).facts).toMatchObject({
      format: 'xls',
      sheet: 0,
      sheets: [{ name: 'Sheet1', rows: 2 }],
    })
    expect(await cellsOf(bytes)).toEqual([['a', { number: '0.3' }], ['', { number: '46085.3513888889', date: 1900 }]]) // prettier-ignore
  })

  it('that is cut short is refused in words', async () => {
    const bytes = oldWorkbook([['a', 1]])
    for (const length of [8, 100, 600, bytes.length - 3_000])
      expect((await refusalOf(bytes.subarray(0, length)))?.[0]).toMatch(/unreadable_file|damaged_file/)
  })
})

const settlement = join(import.meta.dirname, '../../../../shared/data/settlement')
it.runIf(existsSync(settlement))('reads the real workbook whose table begins in column B of row 4', async () => {
  const bytes = readFileSync(join(settlement, 'oca_adyen/bank_statement_import_adyen__adyen_test.xlsx'))
  const { rows } = await fileOf(bytes)
  expect([rows[0]?.no, rows[0]?.cells.slice(0, 3)]).toEqual([4, ['', 'Company Account', 'Merchant Account']])
})
