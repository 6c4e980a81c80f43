import type { DocumentBlocks } from '#contract/invoice-documents.ts'
import { framed, space, type Box } from './boxes.ts'
import { piecesOf, type Piece } from './flow.ts'
import type { Sheet } from './sheet.ts'

type Block = DocumentBlocks[number]
type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>
interface Top {
  head: Of<'head'>
  facts: Of<'facts'> | undefined
  parties: Of<'parties'> | undefined
}

/** Head, facts and parties, which every look composes in its own way, and all in the same order of reading. */
export function topOf(blocks: DocumentBlocks, sheet: Sheet): Piece[] {
  const find = <Kind extends Block['kind']>(kind: Kind) =>
    blocks.find((block): block is Of<Kind> => block.kind === kind)
  const top: Top = { head: find('head') as Of<'head'>, facts: find('facts'), parties: find('parties') }
  // On the first page the band begins at the edge of the paper.
  const lift = blocks[0]?.kind === 'head' ? sheet.look.margin : 0
  return sheet.look.design === 'modern' ? onBand(top, lift, sheet) : onWhite(top, sheet)
}

/** Facts that are higher than this have rows of their own over the whole width. */
const mostBeside = 260

/** Who sends it on one side and what it is on the other; below them to whom it goes, and the facts. */
function onWhite({ head, facts, parties }: Top, sheet: Sheet): Piece[] {
  const { look, width } = sheet
  const half = (width - 24) / 2
  const title = sheet.column([
    sheet.text(head.title, { width: half, size: look.titleSize, weight: 600, color: look.accent, align: 'end' }),
    ...(head.number
      ? [sheet.text(head.number, { width: half, size: look.size + 1.5, color: look.quiet, align: 'end' })]
      : []),
  ])
  const seller = sheet.column([...logoOf(head.logo, sheet), ...sellerOf(head.seller, half, sheet)])
  const first: Piece = { box: sheet.rowFromEnd([title, wide(seller, half, sheet)]), gap: look.gap }
  const narrow = width * 0.42
  const rows = facts ? factRows(facts, narrow, sheet) : []
  const beside = sheet.column(rows)
  if (beside.height > mostBeside)
    return [
      first,
      ...piecesOf(facts ? factRows(facts, width, sheet) : [], look.gap),
      ...(parties ? [{ box: partiesOf(parties, width, sheet), gap: look.gap }] : []),
    ]
  const to = parties ? partiesOf(parties, width - narrow - 28, sheet) : space(1, 0)
  return [first, { box: sheet.rowFromEnd([wide(beside, narrow, sheet), to]), gap: look.gap }]
}

/** What it is on a band in the merchant's colour; below it who sends it, beside the facts, and to whom it goes. */
function onBand({ head, facts, parties }: Top, lift: number, sheet: Sheet): Piece[] {
  const { look, width } = sheet
  const words = width - 190
  const title = sheet.column([
    sheet.text(head.title, { width: words, size: look.titleSize, weight: 600, color: look.onBand }),
    ...(head.number ? [sheet.text(head.number, { width: words, size: look.size + 2, color: look.onBand })] : []),
  ])
  const logo = logoOf(head.logo, sheet).map((box) => framed(box, { across: 8, down: 8, fill: '#ffffff', radius: 6 }))
  const line = sheet.row([title, ...logo], width, true)
  const band = framed(line, { across: look.margin, down: 22, fill: look.band })
  const narrow = width * 0.5
  const rows = facts ? factRows(facts, narrow - 28, sheet) : []
  const beside = sheet.column(rows)
  const fits = beside.height <= mostBeside
  const half = width - narrow - 24
  const seller = sheet.column(sellerOf(head.seller, half, sheet))
  const box = framed(beside, { across: 14, down: 9, fill: look.tint, radius: 6 })
  return [
    {
      box: {
        width,
        height: band.height - lift,
        paint: (file, x, y) => band.paint(file, x - look.margin, y - lift),
      },
      gap: look.gap,
    },
    { box: fits && facts ? sheet.row([wide(seller, half, sheet), box]) : seller, gap: look.gap },
    ...piecesOf(!fits && facts ? factRows(facts, width, sheet) : [], look.gap),
    ...(parties ? [{ box: partiesOf(parties, width, sheet), gap: look.gap }] : []),
  ]
}

/** A box at the start of a width. */
const wide = (box: Box, width: number, sheet: Sheet): Box => sheet.column([space(width, 0), box])

const sellerOf = ([name = '', ...lines]: string[], width: number, sheet: Sheet): Box[] => [
  sheet.text(name, { width, weight: 600, size: sheet.look.size + 1 }),
  ...lines.map((line) => sheet.text(line, { width, color: sheet.look.quiet })),
]

function logoOf(logo: string, { look }: Sheet): Box[] {
  if (logo === '') return []
  const png = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64')
  // Both are in the head of every PNG.
  const [across, down] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const scale = Math.min(150 / across, 46 / down)
  const size = { width: across * scale, height: down * scale }
  const picture: Box = { ...size, paint: (file, x, y) => file.image(png, x, y, size) }
  return look.design === 'modern' ? [picture] : [picture, space(0, 10)]
}

function factRows({ rows }: Of<'facts'>, width: number, sheet: Sheet): Box[] {
  const { look } = sheet
  const label = Math.min(width * 0.5, Math.max(...rows.map((row) => sheet.widthOf(row.label))) + 10)
  return rows.map((row) =>
    framed(
      sheet.row(
        [
          sheet.text(row.label, { width: label, color: look.quiet }),
          sheet.text(row.value, { width: width - label, align: 'end' }),
        ],
        width,
      ),
      { down: look.rowGap / 4 },
    ),
  )
}

function partiesOf({ parties }: Of<'parties'>, width: number, sheet: Sheet): Box {
  const { look } = sheet
  const each = (width - 16 * (parties.length - 1)) / parties.length
  return sheet.row(
    parties.map(({ label, lines: [name = '', ...lines] }) =>
      sheet.column([
        sheet.text(label, { width: each, size: look.size - 1, weight: 600, color: look.accent }),
        space(each, 2),
        sheet.text(name, { width: each, weight: 600 }),
        ...lines.map((line) => sheet.text(line, { width: each, color: look.quiet })),
      ]),
    ),
    width,
  )
}
