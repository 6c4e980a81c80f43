import { type Colour, leastContrast, shadeOn, textOn } from '#contract/page-colours.ts'
import type { Look } from './view.ts'

/** What stands behind texts and fields in each theme: of the two, that with less contrast to what can be read on it. */
export const grounds: Readonly<Record<Look['theme'], Colour>> = { light: '#f5f6f8', dark: '#191c22' }

/** The colours of a page as they are drawn: those of the merchant, or the nearest shades of them that can be read. */
export function coloursOf({ theme, primary, secondary }: Look): Record<string, Colour> {
  const accent = shadeOn(primary, grounds[theme], leastContrast.text)
  return {
    accent,
    'accent-deep': accent,
    'on-accent': textOn(accent),
    button: primary,
    'on-button': textOn(primary),
    band: secondary,
    'on-band': textOn(secondary),
    focus: shadeOn(primary, grounds[theme], leastContrast.focus),
  }
}

/**
 * The one style of the document that is not in its file. The server names its hash in the content policy, so it has to stay the
 * same text. Every colour has been checked to be one; others throw.
 */
export const lookStyle = (look: Look): string =>
  `:root{${Object.entries(coloursOf(look))
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';')}}`
