import type { DocumentBlocks } from '#contract/invoice-documents.ts'
import { framed, space, type Box } from './boxes.ts'
import type { Piece } from './flow.ts'
import type { Sheet } from './sheet.ts'

type Table = Extract<DocumentBlocks[number], { kind: 'table' }>

/** A description with more lines than this is divided, so that no row is higher than a page. */
const mostLines = 16
const gap = 12

/** The lines, with the head on every page that has some of them. Numbers get what they need, descriptions the rest. */
export function tableOf({ columns, rows }: Table, sheet: Sheet): Piece[] {
  const { look } = sheet
  const across = look.design === 'classic' ? 0 : 8
  const inner = sheet.width - 2 * across
  const widths = widthsOf({ kind: 'table', columns, rows }, inner, sheet)
  const cell = (text: string, at: number, style: { weight: 400 | 600; color: string }) =>
    sheet.lines(text, { width: widths[at] as number, align: columns[at]?.numeric ? 'figures' : 'start', ...style })
  const titles = columns.map(({ title }, at) =>
    sheet.column(cell(title, at, { weight: 600, color: look.design === 'modern' ? look.onBand : look.accent })),
  )
  const head = framed(sheet.row(titles, inner), {
    across,
    down: look.rowGap,
    ...{
      classic: { below: { width: 1.25, color: look.accent } },
      modern: { fill: look.band, radius: 4 },
      compact: { fill: look.tint },
    }[look.design],
  })
  const below = { width: 0.5, color: look.line }
  const lines = rows.flatMap((texts) => {
    const cells = texts.map((text, at) => cell(text, at, { weight: 400, color: look.text }))
    return partsOf(cells, widths, sheet).map((boxes, at, all): Piece => {
      const row = sheet.row(boxes, inner)
      const last = at === all.length - 1
      return { box: framed(row, { across, down: look.rowGap, ...(last && { below }) }), gap: 0, head }
    })
  })
  return [{ box: head, gap: look.gap, keeps: true }, ...lines]
}

function widthsOf({ columns, rows }: Table, inner: number, sheet: Sheet): number[] {
  const narrow = columns.map(({ title, numeric }, at) => {
    if (!numeric) return 0
    const widest = rows.reduce((most, row) => Math.max(most, sheet.widthOf(row[at] ?? '')), 0)
    return Math.min(inner * 0.2, Math.max(sheet.widthOf(title, { weight: 600 }), widest))
  })
  const rest = inner - gap * (columns.length - 1) - narrow.reduce((sum, width) => sum + width, 0)
  return narrow.map((width) => width || rest)
}

/** The cells of a row in parts of at most so many lines. */
function partsOf(cells: Box[][], widths: number[], sheet: Sheet): Box[][] {
  const count = Math.ceil(Math.max(1, ...cells.map((lines) => lines.length)) / mostLines)
  return Array.from({ length: count }, (_, part) =>
    cells.map((lines, at) =>
      sheet.column([space(widths[at] as number, 0), ...lines.slice(part * mostLines, part * mostLines + mostLines)]),
    ),
  )
}
