import type { FileFormat } from '#contract/recon-records.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import type { Layout } from '#server/recon-files/layout.ts'
import { layouts } from '#server/recon-files/layouts.ts'
import { missingOf, titlesOf, titlesWithin } from '#server/recon-files/read/find-titles.ts'
import type { SourceRow } from '#server/recon-files/read/source-rows.ts'

/**
 * The layout whose headers all stand in one of the first rows, in any order; of several the one that wants most of them. Beside it the
 * layouts that come nearest, with what is missing.
 */
export function recogniseLayout(
  rows: readonly SourceRow[],
  format: FileFormat,
): { layout: Layout | undefined; candidates: ReconSample['candidates'] } {
  const first = rows.slice(0, titlesWithin).map(({ cells }) => titlesOf(cells))
  const fitting = layouts
    .filter((layout) => layout.formats.includes(format) && layout.reading.headers.length > 0)
    .map((layout) => {
      const each = first.map((titles) => missingOf(layout.reading.headers, titles).map(({ header }) => header))
      const missing = each.toSorted((a, b) => a.length - b.length)[0] ?? [...layout.reading.headers]
      return { layout, missing }
    })
    .toSorted(
      (a, b) =>
        a.missing.length - b.missing.length || b.layout.reading.headers.length - a.layout.reading.headers.length,
    )
  const [best] = fitting
  const candidates = fitting
    .filter(({ layout, missing }) => missing.length * 2 < layout.reading.headers.length)
    .slice(0, 5)
    .map(({ layout: { key, name }, missing }) => ({ key, name, missing }))
  return { layout: best && best.missing.length === 0 ? best.layout : undefined, candidates }
}
