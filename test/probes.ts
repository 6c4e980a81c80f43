import { createHash } from 'node:crypto'
import { full } from './faults/counts.ts'
import { probes } from './probe-seed.ts'

/**
 * The share of `all` that this run tries: at most `most` of them, evenly spread, others for each commit. The long form tries
 * all. The same commit always tries the same ones, and `PROBES=<commit> npm test` those of another.
 * @param what a name of the list, so that lists of one length do not all take the same places.
 */
export function probesOf<T>(what: string, all: readonly T[], most: number): readonly T[] {
  if (full || all.length <= most) return all
  const start = numberOf(`${probes()} ${what}`) % all.length
  return Array.from({ length: most }, (_, n) => all[(start + Math.floor((n * all.length) / most)) % all.length] as T)
}

/** One of them, another for each commit. */
export const probeOf = <T>(what: string, all: readonly T[]): T | undefined =>
  all[numberOf(`${probes()} ${what}`) % all.length]

const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE()
