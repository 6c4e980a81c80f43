import { cellText } from './amounts.ts'
import { likelyColumns } from './likely-columns.ts'
import { titlesOf, titlesWithin } from './find-titles.ts'
import type { SourceCell } from './source-rows.ts'

/**
 * The place of the row that is most likely that of the titles: texts without digits, of which the most are names that columns usually
 * have, and with a row below that is filled. Of equal rows the first.
 */
export function likelyTitlesRow(rows: readonly (readonly SourceCell[])[]): number {
  let best = { row: -1, score: 0 }
  for (const [row, cells] of rows.slice(0, titlesWithin).entries()) {
    const texts = cells.map((cell) => (typeof cell === 'string' ? cell.trim() : '1')).filter((text) => text !== '')
    if (texts.length < 2) continue
    const twice = texts.length - new Set(texts).size
    const words = texts.filter((text) => !/\d/.test(text)).length
    const below = rows[row + 1]?.filter((cell) => cellText(cell).trim() !== '').length ?? 0
    const named = Object.keys(likelyColumns(titlesOf(cells))).length
    const score = named * 10 + words - (texts.length - words) * 5 - twice * 5 + Math.min(below, texts.length)
    if (named > 0 && score > best.score) best = { row, score }
  }
  return best.row
}
