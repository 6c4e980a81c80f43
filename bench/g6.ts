import { asOwner } from './as-owner.ts'
import { ask, inTurn } from './ask-in-turn.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { subsOf } from './g5.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn, type Session } from './sign-in.ts'
import type { Line } from './table.ts'
import { bigCount, bigMerchant, mediumMerchant, subMerchants } from './volume.ts'

export const title = `G6 the dashboard of 90 days, ${bigCount.toLocaleString('en')} payments, all that the screen asks, against one chart by GROUP BY`

/** The whole dashboard as the console requests it, all calls at once. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  try {
    const { url } = api.ready
    const [big, master] = [await signIn(url, bigMerchant), await signIn(url, mediumMerchant)]
    const uuids = await subsOf(ownerUrl, master.user.merchantUuid)
    const results = await interleave(
      {
        raw: () => inTurn(2, () => byHand(ownerUrl, big)),
        ours: () => inTurn(30, () => screen(url, big)),
        master: () => inTurn(30, () => screen(url, master, { uuids })),
      },
      rounds,
    )
    const [stats, raw] = [await screen(url, big), await byHand(ownerUrl, big)]
    const off = Math.abs(stats.volume - raw.volume) + Math.abs(stats.count - raw.count)
    const ratio = ratioOf(results.ours, results.raw, ({ p50Ms: ours }) => ours)
    const [slowest, slowestMaster] = [results.ours, results.master].map((of) => median(of.map(({ p95Ms }) => p95Ms)))
    return [
      { what: 'one chart by GROUP BY', value: `${median(results.raw.map(({ p50Ms }) => p50Ms)).toFixed(0)} ms` },
      { what: 'the whole screen, p50', value: `${median(results.ours.map(({ p50Ms }) => p50Ms)).toFixed(1)} ms` },
      {
        what: 'screen / one chart',
        value: ratio.toFixed(3),
        goal: { measured: ratio, goal: 0.05, stretch: 0.025, better: 'less' },
      },
      ...bounded('the whole screen, p95', slowest ?? Number.NaN, 40, 20),
      ...bounded(`a master of ${subMerchants}, p95`, slowestMaster ?? Number.NaN, 60),
      { what: 'off from GROUP BY', value: String(off), goal: { measured: off, goal: 0, better: 'less' } },
    ]
  } finally {
    await api.stop()
  }
}

const bounded = (what: string, measured: number, goal: number, stretch?: number): Line[] => [
  {
    what,
    value: `${measured.toFixed(1)} ms`,
    goal: { measured, goal, better: 'less', unit: ' ms', ...(stretch === undefined ? {} : { stretch }) },
  },
]

/** Ninety whole days of Singapore, up to the end of today's. */
function stretch(): { from: Date; to: Date } {
  const today = Math.floor((Date.now() + 8 * 3_600_000) / dayMs) * dayMs - 8 * 3_600_000
  return { from: new Date(today - 89 * dayMs), to: new Date(today + dayMs) }
}
const dayMs = 86_400_000
const wire = (moment: Date) => moment.toISOString().slice(0, 19).replace('T', ' ')

async function screen(url: string, session: Session, of: object = {}): Promise<{ volume: number; count: number }> {
  const { from, to } = stretch()
  const before = { from: wire(new Date(from.getTime() - 90 * dayMs)), to: wire(new Date(Date.now() - 90 * dayMs)) }
  const question = { time_filter: { from: wire(from), to: wire(to) }, ...of }
  const comparing = { ...question, compare_filter: before }
  const { merchantUuid: id } = session.user
  const [stats] = await Promise.all([
    ask<{ content: { txn_stats: { volume: number; count: number }[] } }>(
      url,
      session,
      `/merchants/${id}/analytics/net-transactions-data`,
      comparing,
    ),
    ask(url, session, `/api/analytics/txn-volume-graph/${id}`, { ...comparing, period: 'days' }),
    ask(url, session, `/api/analytics/pie-charts/${id}`, question),
    ask(url, session, `/api/analytics/txn-volume-seasonality-graph/${id}`, question),
    ask(url, session, `/api/analytics/txn-volume-status-stacked/${id}`, { ...question, period: 'days' }),
    ask(url, session, `/merchants/${id}/analytics/latest-txns`, question),
  ])
  return stats.content.txn_stats[0] ?? { volume: 0, count: 0 }
}

/** Volume by day computed from the payments; its sum is the figure of the tile. */
async function byHand(ownerUrl: string, { user }: Session): Promise<{ volume: number; count: number }> {
  const { from, to } = stretch()
  const days = await asOwner<{ count: string; volume: string }>(
    ownerUrl,
    `select (created_at at time zone 'Asia/Singapore')::date as day, count(*), sum(amount_minor) as volume from payments
     where merchant_id = $1 and environment = 'sandbox' and status = 'Success' and created_at >= $2 and created_at < $3 group by 1`,
    [user.merchantUuid, from, to],
  )
  const all = (figure: 'count' | 'volume') => days.reduce((sum, day) => sum + Number(day[figure]), 0)
  return { volume: all('volume') / 100, count: all('count') }
}
