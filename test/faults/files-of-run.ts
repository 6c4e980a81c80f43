import { readdirSync } from 'node:fs'
import { probesOf } from '../probes.ts'

/** What keeps merchants apart is tried on each run. */
const always = ['row-level-security', 'tenant-isolation']

/**
 * The fault tests of a run of the short form: a third of them, whose turn comes with the commit, and those that are always tried. A
 * run of named files, and the long form, try what is named and all.
 */
export function filesOfRun(isNamed: boolean): string[] {
  const names = readdirSync(import.meta.dirname).flatMap((file) => /^(.+)\.fault\.ts$/.exec(file)?.[1] ?? [])
  if (isNamed) return pathsOf(names)
  const others = names.filter((name) => !always.includes(name))
  return pathsOf([...always, ...probesOf('fault tests', others, Math.ceil(others.length / 3))])
}
const pathsOf = (names: readonly string[]) => names.map((name) => `test/faults/${name}.fault.ts`)
