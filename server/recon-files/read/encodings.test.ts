import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cellsOf, fileOf, refusalOf } from './fixtures.ts'
import type { NumberCell } from './source-rows.ts'

const text = 'Händler,Betrag\nCafé “Süd”,5\n'
const latin = Buffer.from(
  text.replaceAll(/[“”]/g, (mark) => (mark === '“' ? '\x93' : '\x94')),
  'latin1',
)
const cells = [['Händler', 'Betrag'], ['Café “Süd”', '5']] // prettier-ignore
const wide = (mark: string) => Buffer.from(mark + text, 'utf16le')

describe('the encoding of a text', () => {
  it.each<[string, string, Buffer]>([
    ['UTF-8', 'utf-8', Buffer.from(text)],
    ['UTF-8 with its mark', 'utf-8', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with its mark', 'utf-16le', wide('\ufeff')],
    ['UTF-16 of the other order with its mark', 'utf-16be', wide('\ufeff').swap16()],
    ['UTF-16 without a mark', 'utf-16le', wide('')],
    ['UTF-16 of the other order without a mark', 'utf-16be', wide('').swap16()],
  ])('is found: %s, whatever the mapping says and wherever bytes are cut', async (_name, encoding, bytes) => {
    for (const piece of [1, 2, 3, 1_000]) {
      const { facts, rows } = await fileOf(bytes, { encoding: 'windows-1251' }, { piece })
      expect([facts.encoding, rows.map((row) => row.cells)]).toEqual([encoding, cells])
    }
  })

  it('is that of the mapping where the bytes are no UTF-8, and proposed only for a preview', async () => {
    expect(await cellsOf(latin, { encoding: 'windows-1252' })).toEqual(cells)
    expect((await fileOf(latin, { propose: true })).facts.encoding).toBe('windows-1252')
    expect(await refusalOf(latin)).toEqual(['other_encoding', {}])
    expect(await refusalOf(latin, { encoding: 'utf-8' })).toEqual(['other_encoding', {}])
    expect(await refusalOf(latin, { encoding: 'klingon' })).toEqual(['unknown_encoding', { encoding: 'klingon' }])
  })

  it('is found at the first letter beyond ASCII, however late it comes', async () => {
    const many = Buffer.from(`a,b\n${'plain,1\n'.repeat(40_000)}`)
    const { facts, rows } = await fileOf(Buffer.concat([many, latin]), { encoding: 'windows-1252' })
    expect([facts.encoding, rows.at(-1)?.cells]).toEqual(['windows-1252', cells[1]])
  })

  it('that changes in the middle is refused with its row', async () => {
    const utf8 = Buffer.from(`a,b\n${'é,1\n'.repeat(80_000)}`)
    const refusal = await refusalOf(Buffer.concat([utf8, latin]), { encoding: 'windows-1252' })
    expect(refusal).toEqual(['mixed_encoding', { encoding: 'UTF-8', row: expect.any(Number) as number }])
    expect((refusal?.[1] as { row: number }).row).toBeGreaterThan(60_000)
  })

  it('is none where a NUL stands, or a character is cut short at the end', async () => {
    expect(await refusalOf(Buffer.from('a,b\n1,\0\0\0\x012'))).toEqual(['unknown_file_format', {}])
    expect(await refusalOf(Buffer.from('a,b\né').subarray(0, -1))).toEqual(['other_encoding', {}])
  })
})

const settlement = join(import.meta.dirname, '../../../../shared/data/settlement')
const real = (name: string) => readFileSync(join(settlement, name))

describe.runIf(existsSync(settlement))('a real file', () => {
  it('in Windows-1252 says what its twin in UTF-8 says', async () => {
    const twin = await cellsOf(real('hledger/sample.fr.utf8.csv'))
    expect(twin[1]).toEqual(['2012/3/22', 'DÉPÔT', '50.00'])
    expect(await cellsOf(real('hledger/sample.fr.cp1252.csv'), { encoding: 'windows-1252' })).toEqual(twin)
  })

  it('has the same rows in each of its encodings', async () => {
    // Sheets have binary tails, which Excel shows with 15 digits.
    const asShown = ({ number }: NumberCell) => String(Number(Number(number).toPrecision(15)))
    const asText = (row: readonly unknown[]) => {
      const texts = row.map((cell) => (typeof cell === 'string' ? cell : asShown(cell as NumberCell)))
      return texts.slice(0, texts.findLastIndex((cell) => cell !== '') + 1)
    }
    const titlesAt = (rows: readonly (readonly unknown[])[]) => rows.findIndex((row) => row.includes('Psp Reference'))
    const below = async (name: string, hints = {}) => {
      const rows = await cellsOf(real(name), hints)
      return rows.slice(titlesAt(rows)).map(asText)
    }
    const plain = await below('oca_adyen/bank_statement_import_adyen__settlement_detail_report_batch_380.csv')
    expect(plain).toHaveLength(229)
    expect(await below('derived_encodings/b380_utf8bom_crlf.csv')).toEqual(plain)
    const headers = ['Psp Reference', 'Net Credit (NC)']
    expect(await below('derived_encodings/b380_sheet2_header_row5.xlsx', { headers })).toEqual(plain)
    const german = await below('derived_encodings/b380_semicolon_decimalcomma_latin1.csv', { encoding: 'windows-1252' })
    // It has other marks and two decimals.
    const asNumber = (cell: string) => (/^-?[\d.]+,\d+$/.test(cell) ? cell.replaceAll('.', '').replace(',', '.') : cell)
    const figure = (cell: string) => (/^-?\d{1,9}(?:\.\d+)?$/.test(cell) ? String(Number(cell)) : cell)
    expect(german.map((row) => row.map((cell) => figure(asNumber(cell))))).toEqual(plain.map((row) => row.map(figure)))
  })
})
