import { createHash } from 'node:crypto'
import { allCalls } from '#contract/contract.ts'
import { full } from './faults/counts.ts'

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

/** How many probes each call gets of a number that is fixed for all calls together. */
export const share = (ofAll: number): number => Math.max(1, Math.floor(ofAll / allCalls().length))

/** One of them, another for each commit. */
export const probeOf = <T>(what: string, all: readonly T[]): T | undefined =>
  all[numberOf(`${probes()} ${what}`) % all.length]

/** What the choice goes by: the commit, unless PROBES names another; `probe-seed.ts` sets it. */
const probes = (): string => process.env['PROBES'] ?? ''
const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE()
