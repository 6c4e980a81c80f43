import { asOwner } from './as-owner.ts'
import { ask, inTurn } from './ask-in-turn.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'
import { bigCount, bigMerchant } from './volume.ts'

export const title = `G4 the payments list with its exact total, ${bigCount.toLocaleString('en')} payments, against ten rows without one`

/** The cost of a total: the list, against the ten newest payments without a total. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  try {
    const { url } = api.ready
    const session = await signIn(url, bigMerchant)
    const merchant = session.user.merchantUuid
    const list = () =>
      ask<{ total_elements: number; total_capped: boolean }>(url, session, `/merchant/${merchant}/payments`, {
        filters: { status: ['Success', 'Failed'] },
      })
    const time_filter = { from: '2020-01-01 00:00:00', to: '2100-01-01 00:00:00' }
    const rows = () => ask(url, session, `/merchants/${merchant}/analytics/latest-txns`, { time_filter })
    const results = await interleave({ alone: () => inTurn(60, rows), total: () => inTurn(60, list) }, rounds)
    const [counted] = await asOwner<{ count: string }>(
      ownerUrl,
      `select count(*) from payments where merchant_id = $1 and environment = 'sandbox' and status in ('Success', 'Failed')`,
      [merchant],
    )
    const { total_elements, total_capped } = await list()
    const off = total_capped ? Number.NaN : Math.abs(total_elements - Number(counted?.count))
    const ratio = ratioOf(results.total, results.alone, ({ p50Ms }) => p50Ms)
    const slowest = median(results.total.map(({ p95Ms }) => p95Ms))
    return [
      { what: 'ten rows', value: `${median(results.alone.map(({ p50Ms }) => p50Ms)).toFixed(1)} ms` },
      { what: 'with the total', value: `${median(results.total.map(({ p50Ms }) => p50Ms)).toFixed(1)} ms` },
      {
        what: 'with / without, p50',
        value: ratio.toFixed(2),
        goal: { measured: ratio, goal: 5, stretch: 2, better: 'less' },
      },
      {
        what: 'with the total, p95',
        value: `${slowest.toFixed(1)} ms`,
        goal: { measured: slowest, goal: 10, better: 'less', unit: ' ms' },
      },
      { what: 'off from count(*)', value: String(off), goal: { measured: off, goal: 0, better: 'less' } },
    ]
  } finally {
    await api.stop()
  }
}
