import { pieces, type Values } from '#i18n/fill.ts'
import { type Markup, markup } from './markup.ts'

/**
 * A text with its `{names}` filled in. Each value is kept from changing the order of the words around it, whichever way
 * its own letters run.
 * @throws RangeError for a name without a value.
 */
export const filled = (text: string, values: Values): Markup =>
  markup`${pieces(text, values).map((piece) => (piece.filled ? markup`<bdi>${piece.text}</bdi>` : piece.text))}`
