import type { InvoiceDocument } from '#contract/invoice-documents.ts'
import { sliceOf } from './slices.ts'

/** A document whose language may be one that the product has no texts of: a BCP 47 tag. */
export type DrawnDocument = Omit<InvoiceDocument, 'language'> & { language: string }

/** The document with its texts as they are drawn. */
export const drawableDocument = (document: DrawnDocument): DrawnDocument => ({
  ...document,
  blocks: drawableIn(document.blocks),
})
function drawableIn<Value>(value: Value): Value {
  if (typeof value === 'string') return (value.startsWith('data:') ? value : drawable(value)) as Value
  if (Array.isArray(value)) return value.map(drawableIn) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, drawableIn(part as unknown)])) as Value
}

/**
 * A text with composed letters, and without what cannot be seen, but for marks that join letters or turn words. Compatibility
 * ideographs stay: composing would replace forms that people write their names with.
 */
export const drawable = (text: string): string =>
  text
    .replaceAll(/[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu, (part) => part.normalize('NFC'))
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, (mark) => (kept.test(mark) ? mark : ''))
const kept = /[\u200c-\u200f\u061c\u2066-\u2069]/

/** The characters of texts that no font has, each once. */
export function charactersMissing(document: DrawnDocument): string[] {
  const characters = new Set(textsIn(drawableDocument(document).blocks).join(''))
  return [...characters].filter(
    (character) => character !== '\n' && !kept.test(character) && !sliceOf(character, 'noto-sans-sc'),
  )
}

/** Every text of a document, in the order of reading; pictures are none. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' || value.startsWith('data:') ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => (name === 'kind' ? [] : textsIn(part)))
}
