import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import type { Load, Loaded } from './load.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'
import { bigMerchant } from './volume.ts'

export const title = 'G2 p99 of the payments list at 32 connections, against bare Fastify + pg'

const warmUps = 3

/** How long the slowest of a hundred wait, while all are busy. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds, seconds }: Effort): Promise<Line[]> {
  const [api, bare, load] = await Promise.all([
    startProcess<{ url: string }>('api.ts', { ownerUrl }),
    startProcess<{ url: string }>('bare-list.ts', { ownerUrl }),
    startProcess('load.ts', null),
  ])
  try {
    const { user, token } = await signIn(api.ready.url, bigMerchant)
    const headers = { 'content-type': 'application/json' }
    const run = (url: string, more: Record<string, string> = {}) =>
      load.ask<Loaded>({ url, headers: { ...headers, ...more }, body: '{}', connections: 32, seconds } satisfies Load)
    const { ours, bare: limit } = await interleave(
      {
        bare: () => run(`${bare.ready.url}/payments/${user.merchantUuid}`),
        ours: () =>
          run(`${api.ready.url}/gateway/merchant/${user.merchantUuid}/payments`, { authorization: `Bearer ${token}` }),
      },
      rounds,
      warmUps,
    )
    const ratio = ratioOf(ours, limit, ({ p99Ms }) => p99Ms)
    const middle = (turns: Loaded[]) => `${median(turns.map(({ p99Ms }) => p99Ms)).toFixed(0)} ms`
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
