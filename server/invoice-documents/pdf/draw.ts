import { buffer } from 'node:stream/consumers'
import layoutDocument, { type DocumentNode } from '@react-pdf/layout'
import renderDocument from '@react-pdf/render'
import type { InvoiceDocument } from '#contract/invoice-documents.ts'
import { fill } from '#i18n/fill.ts'
import type { InvoiceDesign } from '../facts.ts'
import { InvoiceFile, type FileFacts } from './file.ts'
import type { Fonts, Weight } from './fonts.ts'
import { lookOf } from './looks.ts'
import type { Node } from './nodes.ts'
import { footOf, partsOf } from './pages.ts'
import { Sheet } from './sheet.ts'
import { Typesetter } from './typesetter.ts'

/** What a process that draws is told. */
export interface Drawing {
  document: InvoiceDocument
  file: Omit<FileFacts, 'language'>
  paper: 'A4' | 'LETTER'
  /** `{page}` and `{pages}`. */
  pageLabel: string
  /** At the foot of every page. */
  name: string
}

const papers = { A4: [595.28, 841.89], LETTER: [612, 792] } as const

/** Draws a document. Every character of its texts has a font, as `missingCharacters` has found before. */
export async function draw({ document, file, paper, pageLabel, name }: Drawing, fonts: Fonts): Promise<Buffer> {
  const { language, blocks } = document
  const look = lookOf(document.design as InvoiceDesign, document.color)
  const digits = '0123456789'
  const typesetter = await Typesetter.of(fonts, [...textsIn(blocks), pageLabel, name, digits])
  const [width] = papers[paper]
  const sheet = new Sheet(typesetter, look, language, width)
  const label = (page: number, pages: number) => fill(pageLabel, { page, pages })
  const { margin } = look
  const page: Node = {
    type: 'PAGE',
    props: { size: paper },
    style: { paddingTop: margin, paddingHorizontal: margin, paddingBottom: margin + 22, backgroundColor: '#ffffff' },
    children: [...partsOf(blocks, sheet), footOf(name, label, sheet)],
  }
  const root: Node = { type: 'DOCUMENT', props: {}, style: {}, children: [page] }
  const laidOut = await (layoutDocument as unknown as Layout)(root as unknown as DocumentNode, storeOf(fonts))
  if (process.env['DBG']) for (const p of (laidOut as any).children) console.log(p.box, p.children.map((c:any)=>[c.type,c.box.top,c.box.left,c.box.width,c.box.height,c.children?.length, c.props.fixed]))
  const pdf = new InvoiceFile({ ...file, language })
  const drawn = renderDocument as unknown as (file: InvoiceFile, laidOut: unknown) => InvoiceFile
  return buffer(drawn(pdf, laidOut))
}
type Layout = (root: DocumentNode, fonts: object) => Promise<unknown>

/** The fonts as the layout asks for them: all are there already, and words are never divided. */
const storeOf = (fonts: Fonts) => ({
  load: () => Promise.resolve(),
  // The layout names Helvetica beside the families of a text, for characters that they lack: there are none.
  getFont: ({ fontFamily, fontWeight = 400 }: { fontFamily: string; fontWeight?: Weight }) => ({
    data: fonts.font(fontFamily === 'Helvetica' ? 'noto-sans-latin' : fontFamily, fontWeight),
  }),
  getHyphenationCallback: () => (word: string) => [word],
  getEmojiSource: () => null,
})

/** Every text of the blocks. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('data:') ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
