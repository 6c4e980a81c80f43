import { cpuOf, cpuOfFamily } from './cpu.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { bareLists, ourLists } from './list-load.ts'
import type { Load, Loaded } from './load.ts'
import { startProcess, type Process } from './process.ts'
import { expectPages, openReaders, readerCount } from './readers.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'
import { bigMerchant, smallMerchant } from './volume.ts'

export const title = `G1 payments list, 10 rows for each of ${readerCount} merchants in turn, session, role and environment checked, 32 connections, against bare Fastify + pg`

const warmUps = 3

interface Result extends Loaded {
  /** CPU of the server's process for a request, in microseconds; then PostgreSQL's. */
  serverCpu: number
  databaseCpu: number
}

/** The whole gate against the same ten rows without one. */
export async function measure(database: BenchDatabase, { rounds, seconds }: Effort): Promise<Line[]> {
  const task = { ownerUrl: database.ownerUrl }
  const [api, bare, load] = await Promise.all([
    startProcess<{ url: string }>('api.ts', task),
    startProcess<{ url: string }>('bare-list.ts', task),
    startProcess('load.ts', null),
  ])
  try {
    const readers = await openReaders(database.ownerUrl)
    await expectPages(api.ready.url, readers)
    const [big, small] = [await readerOf(bigMerchant), await readerOf(smallMerchant)]
    const results = await interleave(
      {
        bare: () => measured(bare, bareLists(bare.ready.url, readers)),
        ours: () => measured(api, ourLists(api.ready.url, readers)),
        big: () => measured(api, ourLists(api.ready.url, [big])),
        exact: () => measured(api, ourLists(api.ready.url, [small])),
      },
      rounds,
      warmUps,
    )
    return lines(results)
  } finally {
    await Promise.all([api.stop(), bare.stop(), load.stop()])
  }

  async function readerOf(slug: string) {
    const { user, token } = await signIn(api.ready.url, slug)
    return { merchantId: user.merchantUuid, token }
  }

  async function measured(server: Process, asked: Omit<Load, 'seconds'>): Promise<Result> {
    const before = [cpuOf(server.pid), cpuOfFamily(database.pid)] as const
    const loaded = await load.ask<Loaded>({ ...asked, seconds })
    const spent = (after: number, start: number) => (after - start) / loaded.requests
    return {
      ...loaded,
      serverCpu: spent(cpuOf(server.pid), before[0]),
      databaseCpu: spent(cpuOfFamily(database.pid), before[1]),
    }
  }
}

function lines({ bare, ours, big, exact }: Record<'bare' | 'ours' | 'big' | 'exact', Result[]>): Line[] {
  const speed = ratioOf(ours, bare, ({ perSecond }) => perSecond)
  const cpu = ratioOf(ours, bare, ({ serverCpu }) => serverCpu)
  const facts = (results: Result[]) => {
    const of = (figure: (result: Result) => number) => median(results.map(figure)).toFixed(0)
    return `${of((t) => t.perSecond)} req/s, p99 ${of((t) => t.p99Ms)} ms, server ${of((t) => t.serverCpu)} µs, database ${of((t) => t.databaseCpu)} µs a request`
  }
  return [
    { what: 'bare Fastify + pg', value: facts(bare) },
    { what: 'ours', value: facts(ours) },
    { what: `ours, ${bigMerchant} alone: 1,000,000 payments, total not counted each time`, value: facts(big) },
    { what: `ours, ${smallMerchant} alone: 5,000 payments, total counted exactly`, value: facts(exact) },
    {
      what: 'ours / bare, req/s',
      value: speed.toFixed(2),
      goal: { measured: speed, goal: 0.6, stretch: 0.85, better: 'more' },
    },
    {
      what: 'ours / bare, server CPU a request',
      value: cpu.toFixed(2),
      goal: { measured: cpu, goal: 1.8, stretch: 1.3, better: 'less' },
    },
    { what: `${bigMerchant} alone / bare, req/s`, value: ratioOf(big, bare, ({ perSecond }) => perSecond).toFixed(2) },
    {
      what: `${smallMerchant} alone / bare, req/s`,
      value: ratioOf(exact, bare, ({ perSecond }) => perSecond).toFixed(2),
    },
  ]
}
