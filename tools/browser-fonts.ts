import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { declaredSlices, fontNames } from '#server/invoice-documents/pdf/slices.ts'

/** Writes the East Asian and Thai fonts of documents as a browser finds fonts on a system, for the tests on one that has none. */
const fonts = fontNames.filter((name) => name !== 'noto-sans' && name !== 'noto-sans-arabic')
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('the folder is missing')
mkdirSync(folder, { recursive: true })
for (const name of fonts)
  for (const { family, file, characters } of declaredSlices(name)) {
    const font = await subsetFont(readFileSync(file), String.fromCodePoint(...characters), { targetFormat: 'truetype' })
    writeFileSync(join(folder, `${family}.ttf`), font)
  }
