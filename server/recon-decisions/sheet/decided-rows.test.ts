import { expect, it } from 'vitest'
import { workbook } from '#test/workbook.ts'
import { decidedRows, type FilledRow, type SheetLine } from './decided-rows.ts'
import { savedElsewhere } from './fixtures.ts'
import { fieldsByTitle } from './sheet-words.ts'

const read = async (bytes: Buffer, most = 10): Promise<SheetLine[]> => {
  const lines: SheetLine[] = []
  for await (const line of decidedRows({ titles: fieldsByTitle, most }, (async function* () { yield bytes })())) lines.push(line)
  return lines
} // prettier-ignore
const filledOf = async (bytes: Buffer): Promise<FilledRow[]> =>
  (await read(bytes)).flatMap((line) => ('filled' in line ? line.filled : []))

const expected = [
  {
    no: 3,
    sheet_key: 'K2',
    sheet_act: 'Accept as it is',
    sheet_reason: '- rounding',
    sheet_until: '2026-12-01',
    sheet_owner: '',
  },
]
const titles = ['Status', "Row key (don't change)", 'Your decision', 'Your reason', 'Until (YYYY-MM-DD)', 'New owner']
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const head = `<row r="1">${titles.map(text).join('')}</row>`

it('rows are read alike from a workbook of ours, of another library, of hand and from CSV', async () => {
  const cells = ['Open', 'K2', 'Accept as it is', '- rounding', '2026-12-01', '']
  const ours = await workbook(
    `${head}<row>${text('Open')}${text('K1')}</row><row>${cells.map((cell) => (cell === '' ? '<c s="7"/>' : text(cell))).join('')}</row>`,
  )
  // Rich text, a prefix of XML, a day that the program took for a number, and cells by their references in another order of columns.
  const runs = '<x:is><x:r><x:t>Accept </x:t></x:r><x:r><x:t>as it is</x:t></x:r></x:is>'
  const byHand =
    await workbook(`${head}<x:row r="2"><x:c r="B2" t="str"><x:v>K1</x:v></x:c></x:row><x:row r="3"><x:c r="B3" t="str"><x:v>K2</x:v></x:c>
    <x:c r="C3" t="inlineStr">${runs}</x:c><x:c r="D3" t="str"><x:v>- rounding</x:v></x:c><x:c r="E3" t="str"><x:v>2026-12-01</x:v></x:c></x:row>`)
  const row = Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? '']))
  const elsewhere = await savedElsewhere({
    titles,
    rows: [
      { ...row, [titles[1] ?? '']: 'K1', [titles[2] ?? '']: '', [titles[3] ?? '']: '', [titles[4] ?? '']: '' },
      // As a day of that program's own.
      { ...row, [titles[4] ?? '']: new Date('2026-12-01T00:00:00Z') },
    ],
  })
  const csv = Buffer.from(
    `\uFEFF${titles.join(';')}\r\nOpen;K1;;;;\r\nOpen;K2;Accept as it is;'- rounding;2026-12-01;\r\n`,
  )
  for (const bytes of [ours, byHand, elsewhere, csv]) expect(await filledOf(bytes)).toEqual(expected)
})

it('titles may stand in any language and order', async () => {
  const arabic = ['قرارك', 'سببك', 'مفتاح الصف (لا تغيّره)']
  expect(
    await filledOf(
      await workbook(`<row>${arabic.map(text).join('')}</row><row>${text('قبول كما هو')}<c/>${text('K')}</row>`),
    ),
  ).toMatchObject([{ sheet_key: 'K', sheet_act: 'قبول كما هو' }])
})

it('a formula is no value, whatever a program has reckoned', async () => {
  const formula = '<c t="str"><f>"Acc"&amp;"ept as it is"</f><v>Accept as it is</v></c>'
  const shared = '<c><f t="shared" si="0"/><v>1</v></c>'
  const rows = await filledOf(
    await workbook(`${head}<row><c/>${text('K1')}${formula}</row><row><c/>${text('K2')}<c/>${shared}</row>`),
  )
  expect(rows.map(({ sheet_act, sheet_reason }) => [sheet_act, sheet_reason])).toEqual([
    ['="Acc"&"ept as it is"', ''],
    ['', '='],
  ])
})

it('what is no sheet of exceptions, or has too much filled in, is refused', async () => {
  const row = `<row><c/>${text('K')}${text('accept')}</row>`
  expect(await read(await workbook(head + row.repeat(3)), 2)).toEqual([{ refused: 'too_many_decided', params: { most: 2 } }])
  expect(await read(Buffer.from('Date,Amount\n2026-01-01,1\n'))).toEqual([{ refused: 'not_exceptions', params: {} }])
  expect(await read(Buffer.from('[{"Row key": 1}]'))).toEqual([{ refused: 'unreadable_file', params: {} }])
  expect(await read(Buffer.alloc(4_096))).toMatchObject([{ refused: expect.any(String) as string }])
}) // prettier-ignore
