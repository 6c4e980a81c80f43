import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SharedStrings } from './shared-strings.ts'

it('gives each text back by its number, of any letters and lengths, and none that is not there', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 50 }), fc.nat(32_767).map((length) => 'é'.repeat(length))) // prettier-ignore
  fc.assert(
    fc.property(fc.array(text, { maxLength: 40 }), (texts) => {
      const strings = new SharedStrings()
      for (const one of texts) strings.add(one)
      expect([strings.count, texts.map((_, at) => strings.at(at))]).toEqual([texts.length, texts])
      for (const at of [-1, texts.length, Number.NaN]) expect(strings.at(at)).toBe(null)
    }),
    { numRuns: 50 },
  )
})

it('keeps texts beyond some megabytes in the file, of which nothing is legible, and gives them back in any order', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spool-'))
  try {
    const path = join(folder, 'spool')
    const strings = new SharedStrings({ fd: openSync(path, 'wx+'), from: 1_000 })
    const count = 24_000
    const textOf = (n: number) => `${n} ${n % 3 === 0 ? 'ä' : 'a'}${'legible'.repeat(140 + (n % 7))}`
    const before = process.memoryUsage().arrayBuffers
    for (let n = 0; n < count; n++) strings.add(textOf(n))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(22 * 1024 * 1024)
    const wrong = Array.from({ length: count }, (_, n) => (n * 7_919) % count).filter((n) => strings.at(n) !== textOf(n)) // prettier-ignore
    expect(wrong).toEqual([])
    const written = readFileSync(path)
    expect([written.length > 4 * 1024 * 1024, written.includes('legible')]).toEqual([true, false])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
