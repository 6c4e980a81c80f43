import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { bareLists, ourLists } from './list-load.ts'
import type { Load, Loaded } from './load.ts'
import { startProcess } from './process.ts'
import { openReaders } from './readers.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import type { Line } from './table.ts'

export const title = 'G2 p99 of the payments list at 32 connections, against bare Fastify + pg'

const warmUps = 3

/** The 99th percentile of the latency while all connections are busy. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds, seconds }: Effort): Promise<Line[]> {
  const [api, bare, load] = await Promise.all([
    startProcess<{ url: string }>('api.ts', { ownerUrl }),
    startProcess<{ url: string }>('bare-list.ts', { ownerUrl }),
    startProcess('load.ts', null),
  ])
  try {
    const readers = await openReaders(ownerUrl)
    const run = (lists: Omit<Load, 'seconds'>) => load.ask<Loaded>({ ...lists, seconds } satisfies Load)
    const { ours, bare: limit } = await interleave(
      {
        bare: () => run(bareLists(bare.ready.url, readers)),
        ours: () => run(ourLists(api.ready.url, readers)),
      },
      rounds,
      warmUps,
    )
    const ratio = ratioOf(ours, limit, ({ p99Ms }) => p99Ms)
    const middle = (results: Loaded[]) => `${median(results.map(({ p99Ms }) => p99Ms)).toFixed(0)} ms`
    return [
      { what: 'bare Fastify + pg', value: middle(limit) },
      { what: 'ours', value: middle(ours) },
      {
        what: 'ours / bare, p99',
        value: ratio.toFixed(2),
        goal: { measured: ratio, goal: 2.5, stretch: 1.5, better: 'less' },
      },
    ]
  } finally {
    await Promise.all([api.stop(), bare.stop(), load.stop()])
  }
}
