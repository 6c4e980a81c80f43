import { asOwner } from './as-owner.ts'
import { ask, inTurn } from './ask-in-turn.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'
import { mediumMerchant, subMerchants } from './volume.ts'

export const title = `G5 the newest payments of a master with ${subMerchants} sub-merchants, against those of one merchant`

export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  try {
    const { url } = api.ready
    const session = await signIn(url, mediumMerchant)
    const uuids = await subsOf(ownerUrl, session.user.merchantUuid)
    const time_filter = { from: '2020-01-01 00:00:00', to: '2100-01-01 00:00:00' }
    const newest = (more: object) =>
      ask(url, session, `/merchants/${session.user.merchantUuid}/analytics/latest-txns`, { time_filter, ...more })
    const results = await interleave(
      { one: () => inTurn(60, () => newest({})), all: () => inTurn(60, () => newest({ uuids })) },
      rounds,
    )
    const ratio = ratioOf(results.all, results.one, ({ p95Ms }) => p95Ms)
    return [
      { what: 'one merchant, p95', value: `${median(results.one.map(({ p95Ms }) => p95Ms)).toFixed(1)} ms` },
      {
        what: `${uuids.length} merchants, p95`,
        value: `${median(results.all.map(({ p95Ms }) => p95Ms)).toFixed(1)} ms`,
      },
      {
        what: 'many / one',
        value: ratio.toFixed(2),
        goal: { measured: ratio, goal: 6, stretch: 4, better: 'less' },
      },
    ]
  } finally {
    await api.stop()
  }
}

/** The master's sub-merchants of the bench. */
export async function subsOf(ownerUrl: string, masterId: string): Promise<string[]> {
  const sql = `select merchant_id from merchants where master_id = $1 and slug like 'bench-%' order by 1`
  return (await asOwner<{ merchant_id: string }>(ownerUrl, sql, [masterId])).map(({ merchant_id }) => merchant_id)
}
