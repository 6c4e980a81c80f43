import type { Entry } from '#server/screening/matcher.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { startProcess } from './process.ts'
import { median } from './rounds.ts'
import type { Screened, Screening } from './screening-worker.ts'
import type { Line } from './table.ts'

const [entryCount, nameCount] = [50_000, 10_000]
export const title = `G34 ${nameCount.toLocaleString('en')} names screened against ${entryCount.toLocaleString('en')} entries in a worker`

/** Names of two to four words of 20,000, of which some are as often as on real lists. One of a hundred is an entry with one letter changed. */
export async function measure(_: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const random = seeded(19)
  const words = Array.from({ length: 20_000 }, () => wordOf(random))
  const nameOf = () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => words[Math.floor(random() ** 3 * words.length)]).join(
      ' ',
    )
  const entries = Array.from({ length: entryCount }, (_, n): Entry => ({
    list: 'bench', version: 1, entry_id: `E${n}`, schema: 'Person', name: nameOf(), aliases: n % 2 === 0 ? [nameOf()] : [], birth_date: '', countries: [],
  })) // prettier-ignore
  const names = Array.from({ length: nameCount }, (_, n) =>
    n % 100 === 0 ? (entries[n]?.name ?? '').replace(/.$/, 'x') : nameOf(),
  )
  const worker = await startProcess('screening-worker.ts', null)
  try {
    const found: Screened[] = []
    for (let round = 0; round < rounds; round++)
      found.push(await worker.ask<Screened>({ entries, names } satisfies Screening))
    const seconds = median(found.map(({ readMs, comparedMs }) => (readMs + comparedMs) / 1_000))
    return [
      {
        what: 'both together',
        value: `${seconds.toFixed(1)} s`,
        goal: { measured: seconds, goal: 60, better: 'less', unit: ' s' },
      },
      { what: 'of it making the list ready', value: `${median(found.map(({ readMs }) => readMs)).toFixed(0)} ms` },
      { what: 'names with a possible match', value: String(found[0]?.matches) },
    ]
  } finally {
    await worker.stop()
  }
}

/** A word of three to ten letters, in syllables. */
function wordOf(random: () => number): string {
  const one = (of: string) => of[Math.floor(random() * of.length)] ?? ''
  const syllable = () => one('bcdfghjklmnprstvwyz') + one('aeiou') + (random() < 0.3 ? one('nrslm') : '')
  return Array.from({ length: 2 + Math.floor(random() * 3) }, syllable).join('')
}

/** Numbers from 0 to 1, the same in each run (mulberry32). */
function seeded(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
