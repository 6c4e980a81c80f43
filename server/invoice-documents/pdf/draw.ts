import { fill } from '#i18n/fill.ts'
import type { InvoiceDesign } from '../facts.ts'
import { drawable, drawableDocument, textsIn, type DrawnDocument } from './characters.ts'
import { InvoiceFile } from './file.ts'
import { paginate } from './flow.ts'
import type { Fonts } from './fonts.ts'
import { lookOf } from './looks.ts'
import type { FileFacts } from './metadata.ts'
import { footOf, partsOf } from './parts.ts'
import { Shaper } from './shaper.ts'
import { Sheet } from './sheet.ts'

/** What a process that draws is told. */
export interface Drawing {
  document: DrawnDocument
  file: Omit<FileFacts, 'language'>
  paper: keyof typeof papers
  /** `{page}` and `{pages}`. */
  pageLabel: string
  /** At the foot of every page. */
  name: string
}

/** Points. */
const papers = { A4: { width: 595.28, height: 841.89 }, LETTER: { width: 612, height: 792 } } as const
/** Between the content and the foot. */
const footRoom = 26

/** Draws a document. Every character of its texts has a font, as `missingCharacters` has found before. */
export async function draw({ document, file, paper, pageLabel, name }: Drawing, fonts: Fonts): Promise<Buffer> {
  const { language, blocks } = drawableDocument(document)
  const foot = drawable(name)
  const look = lookOf(document.design as InvoiceDesign, document.color)
  const shaper = await Shaper.of(fonts, [...textsIn(blocks), pageLabel, foot, '0123456789'], language)
  const { width, height } = papers[paper]
  const sheet = new Sheet(shaper, look, language, width)
  const { margin } = look
  const pages = paginate(partsOf(blocks, sheet), height - 2 * margin - footRoom)
  const pdf = new InvoiceFile({ ...file, language })
  pages.forEach((placed, at) => {
    pdf.addPage({ size: paper, margin: 0 })
    for (const { box, top } of placed) box.paint(pdf, margin, margin + top)
    const line = footOf(foot, fill(pageLabel, { page: at + 1, pages: pages.length }), sheet)
    line.paint(pdf, margin, height - margin * 0.6 - line.height)
  })
  return pdf.finish()
}
