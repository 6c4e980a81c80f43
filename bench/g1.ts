import { cpuOf, cpuOfFamily } from './cpu.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import type { Load, Loaded } from './load.ts'
import { startProcess, type Process } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'
import { bigMerchant, smallMerchant } from './volume.ts'

export const title =
  'G1 payments list, 10 rows of 1,000,000, session, role and environment checked, 32 connections, against bare Fastify + pg'

const warmUps = 3

interface Turn extends Loaded {
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
    const [big, small] = [await signIn(api.ready.url, bigMerchant), await signIn(api.ready.url, smallMerchant)]
    const asked = { body: '{}', connections: 32, seconds }
    const json = { 'content-type': 'application/json' }
    const listOf = ({ user, token }: typeof big) => ({
      ...asked,
      url: `${api.ready.url}/gateway/merchant/${user.merchantUuid}/payments`,
      headers: { ...json, authorization: `Bearer ${token}` },
    })
    const results = await interleave(
      {
        bare: () => turn(bare, { ...asked, url: `${bare.ready.url}/payments/${big.user.merchantUuid}`, headers: json }),
        ours: () => turn(api, listOf(big)),
        exact: () => turn(api, listOf(small)),
      },
      rounds,
      warmUps,
    )
    return lines(results)
  } finally {
    await Promise.all([api.stop(), bare.stop(), load.stop()])
  }

  async function turn(server: Process, asked: Load): Promise<Turn> {
    const before = [cpuOf(server.pid), cpuOfFamily(database.pid)] as const
    const loaded = await load.ask<Loaded>(asked)
    const spent = (after: number, start: number) => (after - start) / loaded.requests
    return {
      ...loaded,
      serverCpu: spent(cpuOf(server.pid), before[0]),
      databaseCpu: spent(cpuOfFamily(database.pid), before[1]),
    }
  }
}

function lines({ bare, ours, exact }: Record<'bare' | 'ours' | 'exact', Turn[]>): Line[] {
  const speed = ratioOf(ours, bare, ({ perSecond }) => perSecond)
  const cpu = ratioOf(ours, bare, ({ serverCpu }) => serverCpu)
  const facts = (turns: Turn[]) => {
    const of = (figure: (turn: Turn) => number) => median(turns.map(figure)).toFixed(0)
    return `${of((t) => t.perSecond)} req/s, p99 ${of((t) => t.p99Ms)} ms, server ${of((t) => t.serverCpu)} µs, database ${of((t) => t.databaseCpu)} µs a request`
  }
  return [
    { what: 'bare Fastify + pg', value: facts(bare) },
    { what: 'ours', value: facts(ours) },
    { what: `ours, ${smallMerchant}: total counted exactly`, value: facts(exact) },
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
    { what: 'exact total / bare, req/s', value: ratioOf(exact, bare, ({ perSecond }) => perSecond).toFixed(2) },
  ]
}
