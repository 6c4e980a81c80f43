import type { Looped } from './closed-loop.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import type { Flood, Flooded } from './flood.ts'
import type { PayLoad } from './pay-load.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'
import { payingMerchant } from './volume.ts'

export const title =
  'G16 p99 of a payment, 8 connections, under forged call-backs at the rate at which bare Fastify can refuse them, against the same without'

/** What a flood of forged call-backs costs payments. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds, seconds }: Effort): Promise<Line[]> {
  const [api, bare, load, flood] = await Promise.all([
    startProcess<{ url: string }>('pay-api.ts', { ownerUrl }),
    startProcess<{ url: string }>('bare-refusal.ts', null),
    startProcess('pay-load.ts', null),
    startProcess('flood.ts', null),
  ])
  try {
    const session = await signIn(api.ready.url, payingMerchant)
    const payLoad: PayLoad = { url: api.ready.url, session, currency: 'MYR', connections: 8, seconds }
    const forged = { url: bare.ready.url, path: '/callbacks', seconds, perSecond: null } satisfies Flood
    const { perSecond: most } = await flood.ask<Flooded>(forged)
    const path = `/gateway/api/callbacks/SIMULATOR/${session.user.iamportKey}/sandbox`
    await load.ask({ ...payLoad, seconds: seconds * 2 })
    const results = await interleave(
      {
        without: async () => ({ ...(await load.ask<Looped>(payLoad)), refused: 0 }),
        under: async () => {
          const flooding = flood.ask<Flooded>({ url: api.ready.url, path, perSecond: most, seconds: seconds + 1 } satisfies Flood) // prettier-ignore
          const paid = await load.ask<Looped>(payLoad)
          return { ...paid, refused: (await flooding).perSecond }
        },
      },
      rounds,
    )
    return lines(most, results)
  } finally {
    await Promise.all([api.stop(), bare.stop(), load.stop(), flood.stop()])
  }
}

type Result = Looped & { refused: number }
function lines(most: number, { without, under }: Record<'without' | 'under', Result[]>): Line[] {
  const p99 = ratioOf(under, without, ({ p99Ms }) => p99Ms)
  const of = (results: Result[], figure: (result: Result) => number) => median(results.map(figure)).toFixed(0)
  const facts = (results: Result[]) =>
    `${of(results, (each) => each.perSecond)} payments/s, p99 ${of(results, (each) => each.p99Ms)} ms`
  return [
    { what: 'bare Fastify refuses', value: `${most.toFixed(0)} call-backs/s` },
    { what: 'ours refuses beside payments', value: `${of(under, (each) => each.refused)} call-backs/s` },
    { what: 'payments without', value: facts(without) },
    { what: 'payments under them', value: facts(under) },
    { what: 'p99, under / without', value: p99.toFixed(2), goal: { measured: p99, goal: 3, better: 'less' } },
  ]
}
