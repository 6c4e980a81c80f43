import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sourceRoot, type Patch } from './patched-source.ts'
import * as planted from './planted.ts'

/** The long form plants them; here each is held to the source, so that a change of the source cannot leave one behind. */
it.each(Object.entries(planted))('%s finds its places in the source', (_name, value) => {
  const patches = patchesIn(value)
  for (const { file, from } of patches)
    expect(readFileSync(join(sourceRoot, file), 'utf8').split(from).length - 1, `${file}: ${from}`).toBe(1)
})

function patchesIn(value: unknown): Patch[] {
  if (typeof value !== 'object' || value === null) return []
  return 'from' in value && 'file' in value ? [value as Patch] : Object.values(value).flatMap(patchesIn)
}
