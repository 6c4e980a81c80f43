import { hasTitles, titlesWithin } from './find-titles.ts'
import { refused } from './refusals.ts'
import type { SourceCell, SourceFacts, SourceHints } from './source-rows.ts'

/** A sheet of a workbook with its first rows. */
export interface SeenSheet {
  name: string
  isHidden: boolean
  rows: readonly (readonly SourceCell[])[]
}

/**
 * The sheet that is read: by its number; else the only one with the titles; else, for a preview, the one that looks most like
 * records; else the first that has rows. One that a person sees comes before those that are hidden.
 */
export function chosenSheet(seen: readonly SeenSheet[], hints: SourceHints, facts: SourceFacts['sheets']): number {
  const { sheet = -1, headers = [], refundSheet = -1 } = hints
  const missing = [sheet, refundSheet].find((one) => one >= facts.length)
  if (missing !== undefined) throw refused('sheet_missing', { sheet: missing + 1, sheets: facts.length })
  if (sheet >= 0) return sheet
  const open = seen.map((of, at) => ({ ...of, at })).filter(({ at }) => at !== refundSheet)
  const titled = visible(open.filter(({ rows }) => headers.length > 0 && rows.slice(0, titlesWithin).some((cells) => hasTitles(cells, headers)))) // prettier-ignore
  if (titled.length > 1)
    throw refused('sheet_undecided', {
      sheets: titled
        .map(({ name }) => name)
        .join(', ')
        .slice(0, 200),
    })
  const filled = visible(open.filter(({ rows }) => rows.length > 0))
  return titled[0]?.at ?? likest(filled, hints)[0] ?? filled[0]?.at ?? 0
}

/** The sheets that look most like records, where the hints say what does. */
export function likest(sheets: readonly (SeenSheet & { at: number })[], { likeness }: SourceHints): number[] {
  if (!likeness) return []
  const rated = sheets.map(({ rows, at }) => ({ at, like: likeness(rows) }))
  const best = Math.max(0, ...rated.map(({ like }) => like))
  return best === 0 ? [] : rated.flatMap(({ at, like }) => (like === best ? [at] : []))
}

/** The sheets that are not hidden, or all where they all are. */
export function visible<Sheet extends { isHidden: boolean }>(sheets: readonly Sheet[]): readonly Sheet[] {
  const shown = sheets.filter(({ isHidden }) => !isHidden)
  return shown.length > 0 ? shown : sheets
}

/** The other sheets that are as likely as the one that was chosen. */
export function alikeSheets(seen: readonly SeenSheet[], hints: SourceHints): number[] {
  if ((hints.sheet ?? -1) >= 0) return []
  return likest(visible(seen.map((of, at) => ({ ...of, at })).filter(({ rows }) => rows.length > 0)), hints)
}
