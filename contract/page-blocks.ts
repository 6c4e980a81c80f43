import { z } from 'zod'
import { httpsUrl, optionalText, text } from './kit/wire.ts'
import { isStorable } from './kit/text-forms.ts'

/** Bounds of a description. `characters` counts all texts of it together. */
export const blockLimits = { blocks: 50, spans: 100, items: 50, characters: 5_000, alt: 200 } as const

/** A stretch of text. White space at its ends separates it from its neighbours, so it is kept. */
const span = z.strictObject({
  text: z
    .string()
    .min(1, { error: 'required' })
    .max(blockLimits.characters, { error: 'too_long' })
    .refine(isStorable, { error: 'not_text' }),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  /** An https address that the stretch leads to. */
  link: httpsUrl.optional(),
})
export type Span = z.output<typeof span>

/** The path of a picture that was uploaded and drawn anew; no other is shown. */
export const drawnPicture = text(200)
  .regex(/^\/gateway\/page-pictures\/[0-9a-f]{64}\.png$/, { error: 'not_a_picture' })
  .meta({ examples: [`/gateway/page-pictures/${'0123456789abcdef'.repeat(4)}.png`] })

const spans = z.array(span).min(1, { error: 'required' }).max(blockLimits.spans, { error: 'too_long' })

const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('paragraph'), spans }),
  z.strictObject({
    type: z.literal('list'),
    ordered: z.literal(true).optional(),
    items: z.array(spans).min(1, { error: 'required' }).max(blockLimits.items, { error: 'too_long' }),
  }),
  z.strictObject({
    type: z.literal('picture'),
    /** The address of a picture that this installation has drawn, as uploading answers it. */
    picture: drawnPicture,
    /** What it shows, for people who do not see it. */
    alt: optionalText(blockLimits.alt),
  }),
])
export type Block = z.output<typeof block>

/** The description of a payment page: data, never HTML, so that nothing in it can be more than text. */
export const pageBlocks = z
  .array(block)
  .max(blockLimits.blocks, { error: 'too_long' })
  .refine((blocks) => blocksText(blocks).length <= blockLimits.characters, { error: 'too_long' })

/** The same as plain text, a line for each paragraph and item: for messages, sheets, search and the payment's description. */
export const blocksText = (blocks: readonly Block[]): string =>
  blocks
    .flatMap((one) => {
      if (one.type === 'picture') return one.alt ? [one.alt] : []
      if (one.type === 'paragraph') return [spansText(one.spans)]
      return one.items.map((item, index) => `${one.ordered ? `${index + 1}.` : '•'} ${spansText(item)}`)
    })
    .join('\n')

/** Plain text as a description: a paragraph for each line that is not empty. */
export const blocksOf = (plain: string): Block[] =>
  plain
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ type: 'paragraph', spans: [{ text: line }] }))

const spansText = (all: readonly Span[]): string => all.map((one) => one.text).join('')
