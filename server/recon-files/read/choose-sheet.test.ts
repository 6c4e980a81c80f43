import { describe, expect, it } from 'vitest'
import { fileOf, inline, refusalOf, workbookOf } from './fixtures.ts'
import { likenessOf } from './propose.ts'

const sheetOf = (...rows: string[][]) =>
  rows.map((cells, at) => `<row r="${at + 1}">${cells.map(inline).join('')}</row>`).join('')
const titled = sheetOf(['Reference', 'Amount', 'Date'], ['r', '1', '2026-01-02'])
const sheets = { old: titled, cover: sheetOf(['Report of']), now: titled, refunds: titled }

describe('the sheet of a workbook', () => {
  it('that a person sees comes before hidden ones with the same titles', async () => {
    const file = workbookOf({ sheets, hidden: ['old', 'refunds'] })
    expect((await fileOf(file, { headers: ['Reference'] })).facts.sheet).toBe(2)
    expect((await fileOf(workbookOf({ sheets, hidden: Object.keys(sheets) }), { sheet: 0 })).facts.sheet).toBe(0)
    expect(await refusalOf(workbookOf({ sheets }), { headers: ['Reference'] })).toEqual([
      'sheet_undecided',
      { sheets: 'old, now, refunds' },
    ])
    // A hidden one is read where no other has the titles.
    const { cover } = sheets
    expect((await fileOf(workbookOf({ sheets: { cover, old: titled }, hidden: ['old'] }), { headers: ['Amount'] })).facts.sheet).toBe(1) // prettier-ignore
  })

  it('is found by titles as far down as a row of titles is looked for', async () => {
    const above = Array.from({ length: 40 }, (_, at) => [`Note ${at}`])
    const late = sheetOf(...above, ['Reference', 'Amount', 'Date'], ['r', '1', '2026-01-02'])
    const file = workbookOf({ sheets: { cover: sheets.cover, late } })
    expect((await fileOf(file, { headers: ['Reference', 'Amount'] })).facts.sheet).toBe(1)
  })

  it('of a preview is the one that looks most like records, and those like it are told', async () => {
    const { facts } = await fileOf(workbookOf({ sheets, hidden: ['old'] }), { propose: true, likeness: likenessOf })
    expect(facts).toMatchObject({ sheet: 2, alike: [2, 3] })
    const only = workbookOf({ sheets: { cover: sheets.cover, now: titled } })
    expect((await fileOf(only, { propose: true, likeness: likenessOf })).facts).toMatchObject({ sheet: 1, alike: [1] })
  })

  it('of refunds follows the other one, which is chosen among the rest, with numbers of its own', async () => {
    const file = workbookOf({ sheets: { cover: sheets.cover, now: titled, refunds: titled } })
    const { facts, rows } = await fileOf(file, { headers: ['Reference'], refundSheet: 2 })
    expect([facts.sheet, rows.map(({ no }) => no)]).toEqual([1, [1, 2, 10_000_001, 10_000_002]])
    expect(await refusalOf(file, { refundSheet: 7 })).toEqual(['sheet_missing', { sheet: 8, sheets: 3 }])
  })
})
