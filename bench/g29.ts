import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { bareLists, serverLists } from './list-load.ts'
import type { Load, Loaded } from './load.ts'
import { startProcess } from './process.ts'
import { openReaders, readerCount } from './readers.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { openServerReaders } from './server-tokens.ts'
import type { Line } from './table.ts'

export const title = `G29 fetch-all-payments by merchants' servers, 10 rows for each of ${readerCount} merchants in turn, by a signed token, by an auth token and by a server key, 32 connections, against bare Fastify + pg`

const warmUps = 2

/** The payments list under the path and the tokens of merchants' servers, held to the goal of G1. */
export async function measure(database: BenchDatabase, { rounds, seconds }: Effort): Promise<Line[]> {
  const task = { ownerUrl: database.ownerUrl }
  const [api, bare, load] = await Promise.all([
    startProcess<{ url: string }>('api.ts', task),
    startProcess<{ url: string }>('bare-list.ts', task),
    startProcess('load.ts', null),
  ])
  try {
    const readers = await openReaders(database.ownerUrl)
    const servers = await openServerReaders(database.ownerUrl, readers)
    const measured = (asked: Omit<Load, 'seconds'>) => load.ask<Loaded>({ ...asked, seconds })
    const results = await interleave(
      {
        bare: () => measured(bareLists(bare.ready.url, readers)),
        signed: () => measured(serverLists(api.ready.url, servers.signed)),
        auth: () => measured(serverLists(api.ready.url, servers.auth)),
        key: () => measured(serverLists(api.ready.url, servers.key)),
      },
      rounds,
      warmUps,
    )
    return lines(results)
  } finally {
    await Promise.all([api.stop(), bare.stop(), load.stop()])
  }
}

function lines({ bare, ...ours }: Record<'bare' | 'signed' | 'auth' | 'key', Loaded[]>): Line[] {
  const facts = (results: Loaded[]) =>
    `${median(results.map((one) => one.perSecond)).toFixed(0)} req/s, p99 ${median(results.map((one) => one.p99Ms)).toFixed(0)} ms`
  return [
    { what: 'bare Fastify + pg', value: facts(bare) },
    ...Object.entries(ours).flatMap(([bearer, results]): Line[] => {
      const speed = ratioOf(results, bare, ({ perSecond }) => perSecond)
      return [
        { what: `ours, ${bearer}`, value: facts(results) },
        {
          what: `${bearer} / bare, req/s`,
          value: speed.toFixed(2),
          goal: { measured: speed, goal: 0.6, stretch: 0.85, better: 'more' },
        },
      ]
    }),
  ]
}
