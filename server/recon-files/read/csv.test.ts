import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellsOf, fileOf, refusalOf } from './fixtures.ts'

const csv = (text: string) => Buffer.from(text)

describe('a text of records', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '7', '"', ',', ';', '\n', '\r\n', '\r', ' ', 'é', '日', '😀', '\t'), maxLength: 6 }) // prettier-ignore
  const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`

  it('comes back to the cell, whatever stands in it and wherever its bytes are cut', async () => {
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
    const property = fc.asyncProperty(rows, fc.constantFrom('\n', '\r\n', '\r'), fc.constantFrom(',', ';', '\t', '|'), async (all, end, delimiter) => {
      const bytes = csv(all.map((row) => row.map(quoted).join(delimiter)).join(end))
      for (const piece of [1, 2, 3, 7, bytes.length]) expect(await cellsOf(bytes, { delimiter }, { piece })).toEqual(all)
    }) // prettier-ignore
    await fc.assert(property, { numRuns: 60 })
  })

  it('has rows numbered as a person counts them, blank lines too, and a quoted line end is none', async () => {
    const { rows } = await fileOf(csv('a,b\n\n"1\n2",3\r\n\r\n4,5\n'))
    expect(rows).toEqual([
      { no: 1, cells: ['a', 'b'] },
      { no: 2, cells: [] },
      { no: 3, cells: ['1\n2', '3'] },
      { no: 4, cells: [] },
      { no: 5, cells: ['4', '5'] },
    ])
  })

  it.each<[string, string, string[][]]>([
    ['within a cell', '5" pipe,2\n', [['5" pipe', '2']]],
    ['around a word of a quoted cell', '"He said "hi" to me",2\n', [['He said "hi" to me', '2']]],
    ['around the first word', '1,"Best" shop,5\n2,"x",6\n', [['1', '"Best" shop', '5'], ['2', 'x', '6']]],
    ['before blanks and the delimiter', '"a" ,b\n"c"\t\n', [['a', 'b'], ['c']]],
    ['doubled', '"a ""b""",c\n', [['a "b"', 'c']]],
  ])('keeps a quote %s, and never loses the line below', async (_where, text, cells) => {
    expect(await cellsOf(csv(text), { delimiter: ',' })).toEqual(cells)
  }) // prettier-ignore

  it('takes quotes as characters where the mapping says that there are none', async () => {
    expect(await cellsOf(csv('"a,b\n"c,d\n'), { quote: '' })).toEqual([['"a', 'b'], ['"c', 'd']]) // prettier-ignore
  })

  it.each<[string, string, [string, object]]>([
    ['a quote that never ends', 'a,b\n1,"2\n3,4\n', ['quote_never_ends', { row: 2 }]],
    ['a line beyond 1 MB', `a,b\n${'x,'.repeat(540_000)}`, ['line_too_long', { row: 2 }]],
    ['a quote that ends beyond 1 MB', `a,b\n"${'x'.repeat(1_100_000)}"`, ['quote_never_ends', { row: 2 }]],
    ['a cell beyond what Excel holds', `a,b\n1,${'x'.repeat(32_768)}\n`, ['cell_too_long', { row: 2, most: 32_767 }]],
    ['more than 500 columns', `a\n${'1,'.repeat(500)}1\n`, ['too_many_columns', { row: 2, most: 500 }]],
    ['no byte', '', ['empty_file', {}]],
    ['a web page', '<!DOCTYPE html><html><body>Sign in</body></html>', ['web_page', {}]],
  ])('with %s is refused with its place', async (_what, text, refusal) => {
    expect(await refusalOf(csv(text))).toEqual(refusal)
  })

  it.each<[string, string, string]>([
    [',', 'Date,Label,Amount', '"12/15/2018","Paid, in part","-1,525.00"'],
    [';', 'Datum;Text;Betrag', '15.12.2018;"a, b";1.525,00'],
    [';', 'a;b;c', '1,5;2,5;3,5'],
    ['\t', 'Date\tLabel\tAmount', '2018-12-15\tPaid, in part\t1,525.00'],
    ['|', 'Date|Label|Amount', '2018-12-15|Paid; in part|1,525.00'],
    [';', 'Kontoauszug, erstellt am 1.2.2021\n\nKonto;Betrag;Text', 'NL01;1,50;x'],
    [';', 'sep=;\na;b', '1,1,1,1;2'],
  ])('is found to be divided by %j', async (delimiter, head, row) => {
    const text = `${head}\n${`${row}\n`.repeat(12)}`
    expect((await fileOf(csv(text))).facts.delimiter).toBe(delimiter)
  })

  it('is divided by what makes the expected titles, where two ways look alike', async () => {
    const text = 'a;b,c;d\n1;2,3;4\n'
    expect((await fileOf(csv(text), { headers: ['a', 'b,c', 'd'] })).facts.delimiter).toBe(';')
    expect((await fileOf(csv(text), { headers: ['a;b', 'c;d'] })).facts.delimiter).toBe(',')
  })
})
