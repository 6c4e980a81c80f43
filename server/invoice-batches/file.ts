import { buffer } from 'node:stream/consumers'
import type { Cell } from '#server/kit/files/cells.ts'
import { spreadsheet } from '#server/kit/files/spreadsheet.ts'
import { xlsx } from '#server/kit/files/xlsx.ts'

/** A workbook of one sheet, as answers carry files. */
export async function fileOfSheet(name: string, titles: readonly string[], rows: readonly (readonly Cell[])[]) {
  const columns = titles.map((title) => ({ title, width: Math.max(14, title.length + 2) }))
  const sheet = { name: 'Invoices', rightToLeft: false, columns }
  const bytes = await buffer(spreadsheet(sheet, inBatches(rows)))
  return { name, type: xlsx.type, data_url: `data:${xlsx.type};base64,${bytes.toString('base64')}` }
}

async function* inBatches(rows: readonly (readonly Cell[])[]): AsyncGenerator<string[]> {
  for (let from = 0; from < rows.length; from += 500) yield rows.slice(from, from + 500).map((cells) => cells.join(''))
}
