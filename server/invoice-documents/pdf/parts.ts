import QRCode from 'qrcode'
import type { DocumentBlocks } from '#contract/invoice-documents.ts'
import { framed, linked, space, type Box } from './boxes.ts'
import { piecesOf, type Piece } from './flow.ts'
import type { Sheet } from './sheet.ts'
import { tableOf } from './table.ts'
import { topOf } from './top.ts'

type Block = DocumentBlocks[number]
type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

/** The parts of the document, in the order of reading. */
export const partsOf = (blocks: DocumentBlocks, sheet: Sheet): Piece[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'banner') return bannerOf(block, sheet)
    if (block.kind === 'head') return topOf(blocks, sheet)
    if (block.kind === 'table') return tableOf(block, sheet)
    if (block.kind === 'sums') return sumsOf(block, sheet)
    if (block.kind === 'pay') return payOf(block, sheet)
    if (block.kind === 'notes') return notesOf(block, sheet)
    // With the head.
    return []
  })

function bannerOf({ text }: Of<'banner'>, sheet: Sheet): Piece[] {
  const words = sheet.text(text, { width: sheet.width - 24, weight: 600, color: '#6b4300' })
  return [{ box: framed(words, { across: 12, down: 7, fill: '#fdf0d5', radius: 4 }), gap: sheet.look.gap }]
}

function sumsOf({ rows }: Of<'sums'>, sheet: Sheet): Piece[] {
  const { look } = sheet
  const letters = (strong: boolean) =>
    ({ weight: strong ? 600 : 400, size: strong ? look.size + 2 : look.size }) as const
  const value = Math.max(...rows.map((row) => sheet.widthOf(row.value, letters(row.strong))))
  const label = Math.max(...rows.map((row) => sheet.widthOf(row.label, letters(row.strong))))
  const filled = look.design === 'modern'
  const across = filled ? 12 : 0
  const width = Math.min(sheet.width, Math.max(sheet.width * 0.46, label + value + 24 + 2 * across))
  const inner = width - 2 * across
  const boxes = rows.map(({ label: name, value: amount, strong }) => {
    const color = strong ? (filled ? look.onBand : look.accent) : look.text
    const row = sheet.row(
      [
        sheet.text(name, { width: inner - value - 12, ...letters(strong), color: strong ? color : look.quiet }),
        sheet.text(amount, { width: value, align: 'figures', ...letters(strong), color }),
      ],
      inner,
    )
    if (!strong) return sheet.atEnd(framed(row, { across, down: look.rowGap / 2 }))
    const frame = filled ? { fill: look.band, radius: 4 } : { above: { width: 1, color: look.accent } }
    return sheet.atEnd(sheet.column([space(width, 4), framed(row, { across, down: look.rowGap + 1, ...frame })]))
  })
  // Twenty costs and a row for every percentage may be too much for a page.
  const all = piecesOf(boxes, look.gap)
  return all.length > 16
    ? all.map((piece, at) => ({ ...piece, keeps: at >= all.length - 3 && at < all.length - 1 }))
    : joined(all)
}

function payOf({ label, url, qr_code }: Of<'pay'>, sheet: Sheet): Piece[] {
  const { look } = sheet
  const code = qr_code === '' ? [] : [codeOf(url, 66)]
  const width = sheet.width - 24 - (code.length > 0 ? 80 : 0)
  const words = sheet.text(label, { width: sheet.widthOf(label, { weight: 600 }), weight: 600, color: look.onBand })
  const button = linked(framed(words, { across: 14, down: 6, fill: look.band, radius: 4 }), url)
  const said = sheet.column([
    space(width, 0),
    button,
    space(0, 6),
    sheet.text(url, { width, size: look.size - 1, color: look.quiet }),
  ])
  const box = framed(sheet.row([said, ...code], sheet.width - 24, true), {
    across: 12,
    down: 10,
    border: look.line,
    radius: 6,
  })
  return [{ box, gap: look.gap }]
}

/** The address as a QR code: black on white. */
function codeOf(url: string, size: number): Box {
  const { modules } = QRCode.create(url, { errorCorrectionLevel: 'M' })
  const path = Array.from(modules.data, (dark, at) =>
    dark ? `M${at % modules.size} ${Math.floor(at / modules.size)}h1v1h-1z` : '',
  ).join('')
  return {
    width: size,
    height: size,
    paint: (file, x, y) =>
      file
        .save()
        .translate(x, y)
        .scale(size / modules.size)
        .path(path)
        .fill('#000000')
        .restore(),
  }
}

/** Short notes stand beside each other, two in a row; a long one goes on over pages line by line, its title with its first line. */
function notesOf({ notes }: Of<'notes'>, sheet: Sheet): Piece[] {
  const { look, width } = sheet
  const half = (width - 28) / 2
  const linesOf = ({ title, text }: (typeof notes)[number], across: number) => [
    ...(title ? sheet.lines(title, { width: across, weight: 600 }) : []),
    ...sheet.lines(text, { width: across, color: title ? look.quiet : look.text }),
  ]
  const pieces: Piece[] = []
  for (let at = 0; at < notes.length;) {
    const gap = at === 0 ? look.gap : look.gap / 2
    const [note, next] = notes.slice(at, at + 2) as [Note, Note?]
    const narrow = [note, next].filter((one) => one !== undefined).map((one) => linesOf(one, half))
    if (next && narrow.every((lines) => lines.length <= shortNote)) {
      pieces.push({ box: sheet.row(narrow.map((lines) => sheet.column(lines))), gap })
      at += 2
    } else {
      const lines = piecesOf(linesOf(note, width), gap)
      pieces.push(
        ...(lines.length <= shortNote ? joined(lines) : lines.map((line, of) => ({ ...line, keeps: of === 0 }))),
      )
      at += 1
    }
  }
  return pieces
}
type Note = Of<'notes'>['notes'][number]
/** Lines. */
const shortNote = 10

/** On one page. */
const joined = (pieces: Piece[]): Piece[] => pieces.map((piece, at) => ({ ...piece, keeps: at < pieces.length - 1 }))

/** At the foot of every page: what it belongs to, and its number. */
export function footOf(name: string, page: string, sheet: Sheet): Box {
  const { look } = sheet
  const style = { size: look.size - 1.5, color: look.quiet }
  const number = sheet.text(page, { width: 90, align: 'end', ...style })
  const whose = sheet.text(name, { width: sheet.width - 100, ...style })
  return framed(sheet.row([whose, number]), { down: 6, above: { width: 0.5, color: look.line } })
}
