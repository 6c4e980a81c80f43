import { buffer } from 'node:stream/consumers'
import type { Cell } from './cells.ts'
import { spreadsheet } from './spreadsheet.ts'
import { xlsx } from './xlsx.ts'

/** A workbook of one sheet. `name` is the text of its tab. */
export function bytesOfSheet(
  name: string,
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<Buffer> {
  const columns = titles.map((title) => ({ title, width: Math.max(14, title.length + 2) }))
  return buffer(spreadsheet({ name, rightToLeft: false, columns }, inBatches(rows)))
}

/** A workbook as answers carry files. */
export const fileOfBytes = (name: string, bytes: Buffer) => ({
  name,
  type: xlsx.type,
  data_url: `data:${xlsx.type};base64,${bytes.toString('base64')}`,
})

async function* inBatches(rows: readonly (readonly Cell[])[]): AsyncGenerator<string[]> {
  for (let from = 0; from < rows.length; from += 500) yield rows.slice(from, from + 500).map((cells) => cells.join(''))
}
