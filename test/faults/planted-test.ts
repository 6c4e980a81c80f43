import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'vitest'
import { full } from './counts.ts'
import { sourceRoot, type Patch } from './patched-source.ts'
import { verifiedFile, type Verified } from './verified.ts'

const verified = JSON.parse(readFileSync(verifiedFile, 'utf8')) as Verified

interface Planted {
  /** `import.meta.filename` of the test. */
  file: string
  patches?: readonly Patch[]
  /** Files of the program that the fault is about beside the patched ones, from the root. */
  sources?: readonly string[]
  timeout: number
}

/**
 * A test that plants a fault in a copy of the program and sees it found, so it tests the tests. It runs in the long form, and
 * in the short form when the patched sources, the patches or the test's own files are others than when it last passed.
 */
export function planted(
  name: string,
  { file, patches = [], sources = [], timeout }: Planted,
  run: () => Promise<void>,
) {
  const key = `${relative(import.meta.dirname, file)}: ${name}`
  const hash = hashOf({ file, patches, sources })
  test.runIf(full || verified[key] !== hash)(`planted: ${name}`, { timeout }, async ({ task }) => {
    await run()
    task.meta.verified = { key, hash }
  })
}

function hashOf({ file, patches, sources }: Required<Omit<Planted, 'timeout'>>): string {
  const sum = createHash('sha256').update(JSON.stringify(patches))
  const changed = [...new Set([...patches.map((patch) => patch.file), ...sources])].toSorted()
  for (const name of changed) sum.update(name).update(readFileSync(join(sourceRoot, name)))
  for (const own of ownFiles(file).toSorted()) sum.update(relative(sourceRoot, own)).update(readFileSync(own))
  return sum.digest('hex').slice(0, 16)
}

/** The test and the modules of this folder that it imports, but for the list of all patches, of which it has its own. */
function ownFiles(file: string, found = new Set<string>()): string[] {
  if (!found.has(file) && !/\/(planted[-a-z]*|counts|verified)\.ts$/.test(file)) {
    found.add(file)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/from '(\.\/[^']+)'/g))
      ownFiles(join(dirname(file), name), found)
  }
  return [...found]
}
