import { csvReader } from '#server/kit/files/csv-records.ts'
import type { WrittenDay } from './written-day.ts'

const longestRecord = 10_000

/**
 * The days of a csv: `Date` and a currency for each column, then a day for each line. A line that was cut off has fewer cells than the
 * first, and throws.
 */
export function readCsv(text: string): WrittenDay[] {
  const reader = csvReader(',', longestRecord)
  const [header = [], ...lines] = [...reader.take(text), ...reader.end()].map((cells) =>
    cells.map((cell) => cell.trim()),
  )
  const [title, ...currencies] = header
  if (title !== 'Date' || currencies.every((currency) => currency === ''))
    throw new Error('This is no file of rates: the first line has to be Date and the currencies.')
  return lines.flatMap((cells, at) => {
    const line = at + 2
    if (cells.every((cell) => cell === '')) return []
    if (cells.length !== header.length)
      throw new Error(`Line ${line} has ${cells.length} cells, and the first line has ${header.length}.`)
    const [date = '', ...texts] = cells
    const rates = texts.flatMap((cell, column) => {
      const currency = currencies[column] ?? ''
      // Each line ends with a comma, behind which nothing stands.
      if (currency === '' && cell === '') return []
      if (currency === '') throw new Error(`Line ${line}: ${cell} stands under no currency.`)
      return [{ line, currency, text: cell }]
    })
    return [{ line, date, rates }]
  })
}
