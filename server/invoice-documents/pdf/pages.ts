import QRCode from 'qrcode'
import type { DocumentBlocks } from '#contract/invoice-documents.ts'
import { drawing, link, picture, textNode, view, written, type Node } from './nodes.ts'
import type { Sheet } from './sheet.ts'
import { tableOf } from './table.ts'

type Block = DocumentBlocks[number]
type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

/** The parts of the pages, in the order of reading. */
export function partsOf(blocks: DocumentBlocks, sheet: Sheet): Node[] {
  return blocks.flatMap((block, at): Node[] => {
    const next = blocks[at + 1]
    if (block.kind === 'parties' && blocks[at - 1]?.kind === 'facts') return []
    return [
      view({ marginBottom: sheet.look.gap }, [
        block.kind === 'facts' ? factsOf(block, next?.kind === 'parties' ? next : null, sheet) : partOf(block, sheet),
      ]),
    ]
  })
}

function partOf(block: Block, sheet: Sheet): Node {
  if (block.kind === 'banner') return bannerOf(block, sheet)
  if (block.kind === 'head') return sheet.look.design === 'modern' ? bandOf(block, sheet) : headOf(block, sheet)
  if (block.kind === 'parties') return partiesOf(block, sheet.width, sheet)
  if (block.kind === 'table') return tableOf(block, sheet)
  if (block.kind === 'sums') return sumsOf(block, sheet)
  if (block.kind === 'pay') return payOf(block, sheet)
  if (block.kind === 'notes') return notesOf(block, sheet)
  return factsOf(block, null, sheet)
}

function bannerOf({ text }: Of<'banner'>, sheet: Sheet): Node {
  return view({ backgroundColor: '#fdf0d5', borderRadius: 4, paddingVertical: 7, paddingHorizontal: 12 }, [
    sheet.text(text, { width: sheet.width - 24, weight: 600, color: '#6b4300' }),
  ])
}

/** Who sends it on one side, what it is on the other. */
function headOf({ title, number, logo, seller }: Of<'head'>, sheet: Sheet): Node {
  const { look } = sheet
  const half = (sheet.width - 24) / 2
  return sheet.rowFromEnd(
    [
      view({ width: half }, [
        sheet.text(title, { width: half, size: look.titleSize, weight: 600, color: look.accent, align: 'end' }),
        number ? sheet.text(number, { width: half, size: look.size + 1.5, color: look.quiet, align: 'end' }) : null,
      ]),
      view({ width: half }, [logoOf(logo, sheet), ...sellerOf(seller, half, sheet)]),
    ],
    { justifyContent: 'space-between' },
  )
}

/** What it is on a band in the merchant's colour, who sends it below. */
function bandOf({ title, number, logo, seller }: Of<'head'>, sheet: Sheet): Node {
  const { look } = sheet
  const words = sheet.width * 0.66
  const band = sheet.row(
    [
      view({ width: words }, [
        sheet.text(title, { width: words, size: look.titleSize, weight: 600, color: look.onBand }),
        number ? sheet.text(number, { width: words, size: look.size + 2, color: look.onBand }) : null,
      ]),
      logo ? view({ backgroundColor: '#ffffff', borderRadius: 6, padding: 6 }, [logoOf(logo, sheet, 0)]) : null,
    ],
    {
      backgroundColor: look.band,
      marginHorizontal: -look.margin,
      marginTop: -look.margin,
      paddingHorizontal: look.margin,
      paddingVertical: 26,
      justifyContent: 'space-between',
      alignItems: 'center',
      marginBottom: look.gap,
    },
  )
  return view({}, [band, ...sellerOf(seller, sheet.width, sheet)])
}

const sellerOf = ([name = '', ...lines]: string[], width: number, sheet: Sheet): Node[] => [
  sheet.text(name, { width, weight: 600, size: sheet.look.size + 1 }),
  ...lines.map((line) => sheet.text(line, { width, color: sheet.look.quiet })),
]

function logoOf(logo: string, sheet: Sheet, marginBottom = 10): Node | null {
  if (logo === '') return null
  const png = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64')
  // Both are in the head of every PNG.
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const scale = Math.min(150 / width, 46 / height)
  const style = { width: width * scale, height: height * scale, marginBottom, alignSelf: sheet.side('start') }
  return picture(style, logo)
}

/** Facts at the end of the line, beside the parties; in a band of their own where the look is a modern one. */
function factsOf({ rows }: Of<'facts'>, parties: Of<'parties'> | null, sheet: Sheet): Node {
  const { look } = sheet
  if (look.design === 'modern') {
    const cell = (sheet.width - 28) / 3
    const cells = sheet.row(
      rows.map(({ label, value }) =>
        view({ width: cell, paddingVertical: 6, ...sheet.atStart('padding', 0) }, [
          sheet.text(label, { width: cell - 10, size: look.size - 1.5, color: look.quiet }),
          sheet.text(value, { width: cell - 10, weight: 600 }),
        ]),
      ),
      { flexWrap: 'wrap', backgroundColor: look.tint, borderRadius: 6, paddingHorizontal: 14, paddingVertical: 8 },
    )
    return view({}, [cells, parties && view({ marginTop: look.gap }, [partiesOf(parties, sheet.width, sheet)])])
  }
  const width = sheet.width * 0.44
  const label = Math.min(width * 0.55, Math.max(...rows.map((row) => sheet.widthOf(row.label))) + 10)
  const table = view(
    { width },
    rows.map((row) =>
      sheet.row(
        [
          sheet.text(row.label, { width: label, color: look.quiet }),
          sheet.text(row.value, { width: width - label, align: 'end' }),
        ],
        { paddingVertical: look.rowGap / 3 },
      ),
    ),
  )
  const rest = sheet.width - width - 24
  return sheet.rowFromEnd([table, parties && partiesOf(parties, rest, sheet)], { justifyContent: 'space-between' })
}

function partiesOf({ parties }: Of<'parties'>, width: number, sheet: Sheet): Node {
  const { look } = sheet
  const each = (width - 16 * (parties.length - 1)) / parties.length
  return sheet.row(
    parties.map(({ label, lines: [name = '', ...lines] }) =>
      view({ width: each }, [
        sheet.text(label, { width: each, size: look.size - 1, weight: 600, color: look.accent }),
        view({ height: 3 }, []),
        sheet.text(name, { width: each, weight: 600 }),
        ...lines.map((line) => sheet.text(line, { width: each, color: look.quiet })),
      ]),
    ),
    { justifyContent: 'space-between', width },
  )
}

function sumsOf({ rows }: Of<'sums'>, sheet: Sheet): Node {
  const { look } = sheet
  const weight = (strong: boolean) => (strong ? 600 : 400)
  const size = (strong: boolean) => (strong ? look.size + 2 : look.size)
  const style = (strong: boolean) => ({ weight: weight(strong), size: size(strong) }) as const
  const value = Math.max(...rows.map((row) => sheet.widthOf(row.value, style(row.strong))))
  const label = Math.max(...rows.map((row) => sheet.widthOf(row.label, style(row.strong))))
  const inset = look.design === 'modern' ? 12 : 0
  const width = Math.min(sheet.width, Math.max(sheet.width * 0.46, label + value + 24 + 2 * inset))
  const rest = width - 2 * inset - value - 12
  const shown = rows.map((row) => {
    const filled = row.strong && look.design === 'modern'
    const color = filled ? look.onBand : row.strong ? look.accent : look.text
    return sheet.row(
      [
        sheet.text(row.label, { width: rest, color: row.strong ? color : look.quiet, ...style(row.strong) }),
        sheet.text(row.value, { width: value, align: 'end', color, ...style(row.strong) }),
      ],
      {
        width,
        justifyContent: 'space-between',
        paddingVertical: row.strong ? look.rowGap + 1 : look.rowGap / 2,
        paddingHorizontal: inset,
        ...(row.strong && !filled && { borderTopWidth: 1, borderTopColor: look.accent, marginTop: 4 }),
        ...(filled && { backgroundColor: look.band, borderRadius: 4, marginTop: 6 }),
      },
    )
  })
  return view({ width, alignSelf: sheet.side('end') }, shown, { wrap: false })
}

function payOf({ label, url, qr_code }: Of<'pay'>, sheet: Sheet): Node {
  const { look } = sheet
  const size = qr_code ? 74 : 0
  const width = sheet.width - 24 - (size && size + 14)
  const button = sheet.widthOf(label, { weight: 600 }) + 28
  return sheet.row(
    [
      view({ width }, [
        link({ width: button, alignSelf: sheet.side('start'), textDecoration: 'none' }, url, [
          view({ backgroundColor: look.band, borderRadius: 4, paddingVertical: 6, paddingHorizontal: 14 }, [
            sheet.text(label, { width: button - 28, weight: 600, color: look.onBand }),
          ]),
        ]),
        view({ height: 6 }, []),
        sheet.text(url, { width, size: look.size - 1, color: look.quiet }),
      ]),
      qr_code ? codeOf(url, size) : null,
    ],
    {
      borderWidth: 1,
      borderColor: look.line,
      borderRadius: 6,
      padding: 12,
      justifyContent: 'space-between',
      alignItems: 'center',
    },
    { wrap: false },
  )
}

/** The address as a QR code: black on white. */
function codeOf(url: string, size: number): Node {
  const { modules } = QRCode.create(url, { errorCorrectionLevel: 'M' })
  const path = Array.from(modules.data, (dark, at) =>
    dark ? `M${at % modules.size} ${Math.floor(at / modules.size)}h1v1h-1z` : '',
  ).join('')
  return drawing(size, `0 0 ${modules.size} ${modules.size}`, path, '#000000')
}

function notesOf({ notes }: Of<'notes'>, sheet: Sheet): Node {
  const { look, width } = sheet
  return view(
    {},
    notes.map(({ title, text }, at) =>
      view({ marginTop: at > 0 ? look.gap / 2 : 0 }, [
        title ? sheet.text(title, { width, weight: 600 }) : null,
        sheet.text(text, { width, color: title ? look.quiet : look.text }),
      ]),
    ),
  )
}

/** At the foot of every page: what it belongs to, and its number. */
export function footOf(name: string, pageLabel: (page: number, pages: number) => string, sheet: Sheet): Node {
  const { look } = sheet
  const style = { size: look.size - 1.5, color: look.quiet }
  const half = sheet.width / 2
  const number = textNode({ ...sheet.styleOf(pageLabel(10, 10), { width: half, align: 'end', ...style }) }, '', {
    render: ({ pageNumber, totalPages }: { pageNumber: number; totalPages?: number }) => [
      written(pageLabel(pageNumber, totalPages ?? pageNumber)),
    ],
  })
  return sheet.row(
    [sheet.text(name, { width: half, ...style }), number],
    {
      position: 'absolute',
      bottom: look.margin * 0.55,
      left: look.margin,
      right: look.margin,
      borderTopWidth: 0.5,
      borderTopColor: look.line,
      paddingTop: 6,
      justifyContent: 'space-between',
    },
    { fixed: true },
  )
}
