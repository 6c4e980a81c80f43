import { readFile } from 'node:fs/promises'
import { Blob, Face, Font } from 'harfbuzzjs'
import subsetFont from 'subset-font'
import type { Slice } from './slices.ts'

export type Weight = 400 | 600

/** A slice of a font in one weight. */
export interface PinnedFont {
  /** Its own name: 'noto-sans-jp-101 600'. */
  name: string
  bytes: Uint8Array
  shaping: Font
  unitsPerEm: number
}

/**
 * The fonts of this process. They are variable ones, whose default weight may be thin, so each slice is pinned to a weight when it is
 * first needed, which takes some 30 ms, and then kept.
 */
export class Fonts {
  readonly #pinned = new Map<string, PinnedFont>()

  async load(slice: Slice, weight: Weight): Promise<void> {
    const name = nameOf(slice.family, weight)
    if (!this.#pinned.has(name)) this.#pinned.set(name, await pin(slice, weight))
  }

  /** A font that was loaded. */
  font(family: string, weight: Weight): PinnedFont {
    const font = this.#pinned.get(nameOf(family, weight))
    if (!font) throw new Error(`font ${family} is not loaded`)
    return font
  }
}
const nameOf = (family: string, weight: Weight) => `${family} ${weight}`

async function pin({ family, file, characters }: Slice, weight: Weight): Promise<PinnedFont> {
  const text = ` \u00a0${String.fromCodePoint(...characters)}`
  const pinned = await subsetFont(await readFile(file), text, {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
  })
  const bytes = new Uint8Array(pinned.length + glyphHeader)
  bytes.set(pinned)
  const face = new Face(new Blob(bytes.buffer))
  return { name: nameOf(family, weight), bytes, shaping: new Font(face), unitsPerEm: face.upem }
}

/**
 * The length of the head of a glyph, in bytes. Whoever embeds a font reads one for each glyph, for a space too, which has none: where
 * that is the last glyph of the last table, beyond the end of the file.
 */
const glyphHeader = 10
