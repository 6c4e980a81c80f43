import type { DocumentBlocks } from '#contract/invoice-documents.ts'
import { view, type Node } from './nodes.ts'
import type { Sheet } from './sheet.ts'

type Table = Extract<DocumentBlocks[number], { kind: 'table' }>

/** The lines, with the head on every page that has some of them. Numbers get what they need, descriptions the rest. */
export function tableOf({ columns, rows }: Table, sheet: Sheet): Node {
  const { look } = sheet
  const filled = look.design !== 'classic'
  const inset = filled ? 8 : 0
  const gap = 12
  const narrow = columns.map(({ title, numeric }, at) =>
    numeric
      ? Math.min(
          sheet.width * 0.2,
          Math.max(sheet.widthOf(title, { weight: 600 }), ...rows.map((row) => sheet.widthOf(row[at] ?? ''))),
        )
      : 0,
  )
  const rest = sheet.width - 2 * inset - gap * (columns.length - 1) - narrow.reduce((sum, width) => sum + width, 0)
  const widths = narrow.map((width) => width || rest)
  const cells = (texts: string[], style: { weight: 400 | 600; color: string }) =>
    texts.map((text, at) => {
      const width = widths[at] as number
      return sheet.text(text, { width, align: columns[at]?.numeric ? 'end' : 'start', ...style })
    })
  const row = (texts: Node[], style: Record<string, unknown>, props: Record<string, unknown>) =>
    sheet.row(
      texts,
      { justifyContent: 'space-between', paddingHorizontal: inset, paddingVertical: look.rowGap, ...style },
      props,
    )
  const headStyle = {
    classic: { borderBottomWidth: 1.25, borderBottomColor: look.accent },
    modern: { backgroundColor: look.band, borderRadius: 4 },
    compact: { backgroundColor: look.tint },
  }[look.design]
  const titles = columns.map(({ title }) => title)
  const headColor = look.design === 'modern' ? look.onBand : look.accent
  return view({}, [
    row(cells(titles, { weight: 600, color: headColor }), headStyle, { fixed: true }),
    ...rows.map((texts) =>
      row(
        cells(texts, { weight: 400, color: look.text }),
        { borderBottomWidth: 0.5, borderBottomColor: look.line },
        { wrap: false },
      ),
    ),
  ])
}
