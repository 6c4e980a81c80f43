import { readFile } from 'node:fs/promises'
import FontStore, { type Font } from '@react-pdf/font'
import subsetFont from 'subset-font'
import type { Slice } from './slices.ts'

export type Weight = 400 | 600

/**
 * The fonts of this process. They are variable ones, whose default weight may be thin, so each slice is pinned to a weight when it is
 * first needed, which takes some 30 ms, and then kept.
 */
export class Fonts {
  readonly #store = new FontStore()
  readonly #pinned = new Map<string, Promise<void>>()

  load(slice: Slice, weight: Weight): Promise<void> {
    const key = `${slice.family} ${weight}`
    const pinned = this.#pinned.get(key) ?? this.#pin(slice, weight)
    this.#pinned.set(key, pinned)
    return pinned
  }

  async #pin({ family, file, characters }: Slice, weight: Weight): Promise<void> {
    const font = await subsetFont(await readFile(file), ` \u00a0${String.fromCodePoint(...characters)}`, {
      targetFormat: 'truetype',
      variationAxes: { wght: weight },
    })
    this.#store.register({ family, fontWeight: weight, src: `data:font/ttf;base64,${font.toString('base64')}` })
    await this.#store.load({ fontFamily: family, fontWeight: weight })
  }

  /** A font that was loaded. */
  font(family: string, weight: Weight): Font {
    const { data } = this.#store.getFont({ fontFamily: family, fontWeight: weight })
    if (!data) throw new Error(`font ${family} is not loaded`)
    return data
  }
}
