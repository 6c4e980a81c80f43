import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { declaredSlices, fontNames } from '#server/invoice-documents/pdf/slices.ts'

/**
 * Writes the fonts of documents as a browser finds them on a system, for one that brings no East Asian and no Thai font:
 * every character would be an empty box, as wide as none is.
 */
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('the folder is missing')
mkdirSync(folder, { recursive: true })
for (const name of fontNames)
  for (const { family, file, characters } of declaredSlices(name)) {
    const font = await subsetFont(readFileSync(file), String.fromCodePoint(...characters), { targetFormat: 'truetype' })
    writeFileSync(join(folder, `${family}.ttf`), font)
  }
