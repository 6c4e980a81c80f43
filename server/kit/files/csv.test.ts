import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wholeOf } from '#test/unzip.ts'
import { csv } from './csv.ts'
import { neutralThroughout } from './neutral.ts'

const cells = csv.cells('Asia/Kathmandu')
const written = (titles: string[], rows: string[][]) =>
  wholeOf(
    csv.file(
      { name: 'rows', rightToLeft: false, columns: titles.map((title) => ({ title, width: 10 })) },
      (async function* () {
        yield rows.map((row) => row.join(csv.between))
      })(),
    ),
  )

it('is read again as it was, whatever stands in its cells: by RFC 4180, in UTF-8 with a byte order mark', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('a,b', 'say "x"', 'two\r\nlines', ' blank', 'مرحبا', '=1+1', '-5', '\0'),
  )
  const table = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const file = await written(['A', 'ب'], rows.map((row) => row.map(cells.text))) // prettier-ignore
      expect(file.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
      expect(file.toString().endsWith('\r\n')).toBe(true)
      const read = parse(file, { bom: true, record_delimiter: '\r\n' })
      const cleaned = rows.map((row) => row.map((one) => neutralThroughout(one.toWellFormed().replaceAll('\0', ''))))
      expect(read).toEqual([['A', 'ب'], ...cleaned])
    }),
    { numRuns: 200 },
  )
})

it('has no text that a spreadsheet evaluates, in cells and in titles', async () => {
  const evil = `=HYPERLINK("https://x.example","x")`
  const [title, cell] = parse(await written([evil], [[cells.text(evil)]]), { bom: true }).flat()
  expect([title, cell]).toEqual([`'${evil}`, `'${evil}`])
})

it('has none either for a spreadsheet that divides by semicolons or tabs and breaks quotes at them', async () => {
  const evil = [
    'x;=1+1',
    'x; "@SUM(A1)',
    'x;;=1',
    'x\t＝1',
    'x\n+1',
    'x\r\n\t=1',
    '=1;=1',
    'x";=cmd|" /C calc"!A1',
    'x,;-1',
  ]
  const file = (await written(['A', 'x;=1'], evil.map((one) => [cells.text('a'), cells.text(one)]))).toString() // prettier-ignore
  for (const cell of file.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
  for (const plain of ['Tan; Mei', 'a;b;c', 'two\r\nlines', 'a - b; c = d', '4;5'])
    expect(neutralThroughout(plain)).toBe(plain)
})

it('has exact amounts with the decimals of their currency, negative ones too, and local times', () => {
  const amounts = [['1250', 'SGD'], ['-5', 'USD'], ['1250', 'JPY'], ['999999999999999', 'EUR']] as const // prettier-ignore
  expect(amounts.map(([minor, currency]) => cells.amount(minor, currency))).toEqual([
    '12.50',
    '-0.05',
    '1250',
    '9999999999999.99',
  ])
  expect(cells.time(Date.parse('2026-02-22T00:00:00Z') / 1_000)).toBe('2026-02-22 05:45:00')
})
