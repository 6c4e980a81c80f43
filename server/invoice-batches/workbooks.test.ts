import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numberCell, textCell, timeCells } from '#server/kit/files/cells.ts'
import { spreadsheet } from '#server/kit/files/spreadsheet.ts'
import { oldWorkbook } from '#test/old-workbook.ts'
import { wholeOf } from '#test/unzip.ts'
import { workbook } from '#test/workbook.ts'
import { openImporting, rowOf, type Importing } from './fixtures.ts'

/** Workbooks, new and old: their cells are read as a spreadsheet shows them. */
let many: Importing
beforeAll(async () => {
  many = await openImporting()
})
afterAll(() => many.close())

describe('a workbook', () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const number = (value: string) => `<c><v>${value}</v></c>`
  const sheetOf = (...cells: string[]) => {
    const head = Object.keys(rowOf('x')).map(cell).join('')
    return workbook(`<row>${head}</row><row>${cells.join('')}</row>`)
  }
  const check = async (bytes: Buffer) => many.batchOf(await many.upload(bytes, { name: 'a.xlsx', dryRun: true }))

  it('has what its formulas come to, with the digits that a spreadsheet shows', async () => {
    const [day, rest] = [cell('2026-03-01'), ['Mei', '', 'SGD', '', 'Tour'].map(cell)]
    const sum = '<c><f>0.1+0.2</f><v>0.30000000000000004</v></c>'
    const batch = await check(await sheetOf(cell('W-1'), day, day, ...rest, sum, number('1E+2')))
    expect(batch).toMatchObject({ failures: [], totals: [{ currency: 'SGD', amount: '30.00' }] })
  })

  it('has rows that a spreadsheet counts', async () => {
    const head = Object.keys(rowOf('x')).map(cell).join('')
    const row = Object.values(rowOf('W-2', { LineItem_Rate: 'x' }))
      .map(cell)
      .join('')
    const bytes = await workbook(`<row r="1">${head}</row><row r="7">${row}</row>`)
    expect((await check(bytes)).failures).toMatchObject([{ row: 7, column: 'LineItem_Rate', reason: 'not_a_number' }])
  })

  it.each(['xlsx', 'xls'])('has days in real date cells: %s', async (ending) => {
    const number = `D-${ending}`
    const days = { InvoiceDate: new Date('2026-03-04T08:26:00Z'), InvoiceDueDate: new Date('2036-04-03') }
    const cells = Object.entries({ ...rowOf(number), ...days, LineItem_Rate: 0.1 })
    const titles = cells.map(([title]) => title)
    const values = cells.map(([, value]) => value)
    const bytes = ending === 'xls' ? oldWorkbook([titles, values]) : await newWorkbook(titles, values)
    expect(many.batchOf(await many.upload(bytes, { name: `a.${ending}` })).failures).toEqual([])
    expect(await many.invoice(number)).toMatchObject({
      invoice_date: '2026-03-04',
      due_date: '2036-04-03',
      amount: 0.2,
      customer_name: 'Mei Tan',
    })
  })
})

async function newWorkbook(titles: readonly string[], values: readonly (string | number | Date)[]): Promise<Buffer> {
  const date = timeCells('UTC')
  const cells = values.map((value) => {
    if (value instanceof Date) return date(value.getTime() / 1_000)
    return typeof value === 'number' ? numberCell(String(value)) : textCell(value)
  })
  const rows = (async function* () {
    yield [cells.join('')]
  })()
  const columns = titles.map((title) => ({ title, width: 10 }))
  return wholeOf(spreadsheet({ name: 's', rightToLeft: false, columns }, rows))
}
