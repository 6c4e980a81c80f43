import { asOwner } from './as-owner.ts'
import { ask, inTurn, type Took } from './ask-in-turn.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'
import { bigCount, bigMerchant } from './volume.ts'

export const title = `Analytics: each screen, 90 days, ${bigCount.toLocaleString('en')} payments, against one raw group by`

/** All calls of each screen at once, as the console sends them, against counting its widest chart from the payments. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  try {
    const { url } = api.ready
    const session = await signIn(url, bigMerchant)
    const merchant = session.user.merchantUuid
    const [own] = await asOwner<{ currency: string; time_zone: string; to: string }>(
      ownerUrl,
      `select currency, time_zone, (date_trunc('day', now(), time_zone) + interval '1 day')::text as to from merchants where merchant_id = $1`,
      [merchant],
    )
    if (!own) throw new Error('no big merchant')
    const to = new Date(own.to)
    const wire = (moment: Date) => moment.toISOString().slice(0, 19).replace('T', ' ')
    const from = new Date(to.getTime() - 90 * 86_400_000)
    const asked = { time_filter: { from: wire(from), to: wire(to) }, currency: own.currency }
    const call = (name: string, more: object = {}) =>
      ask(url, session, `/api/analytics/${merchant}/${name}`, { ...asked, ...more })
    const by = (...names: string[]) => call('breakdown', { by: names })
    const figures = () => ask(url, session, `/merchants/${merchant}/analytics/net-transactions-data`, asked)
    // The address of seasonality has the merchant at its end.
    const seasonality = () => ask(url, session, `/api/analytics/txn-volume-seasonality-graph/${merchant}`, asked)
    const screens: Record<string, () => Promise<unknown>[]> = {
      sales: () => [figures(), by('source'), by('payer'), by('country'), seasonality()],
      revenue: () => [figures(), call('fees'), call('refunds')],
      environment: () => [figures(), ...['device', 'system', 'browser', 'language', 'country'].map((name) => by(name))],
      methods: () => [
        figures(),
        by('payment_method'),
        call('declines'),
        by('time', 'payment_method'),
        by('card_brand'),
        by('authentication'),
      ],
    }
    const raw = () =>
      asOwner(
        ownerUrl,
        `select payment_method, status, count(*), sum(amount_minor) from payments
         where merchant_id = $1 and environment = 'sandbox' and created_at >= $2 and created_at < $3 group by 1, 2`,
        [merchant, from, to],
      )
    const measured = await interleave<string, Took>(
      {
        raw: () => inTurn(3, raw),
        ...Object.fromEntries(
          Object.entries(screens).map(([name, run]) => [name, () => inTurn(20, () => Promise.all(run()))]),
        ),
      },
      rounds,
    )
    const rawTook = measured['raw'] ?? []
    return [
      { what: 'raw group by, p50', value: `${median(rawTook.map(({ p50Ms }) => p50Ms)).toFixed(0)} ms` },
      ...Object.keys(screens).flatMap((name): Line[] => {
        const took = measured[name] ?? []
        const ratio = ratioOf(took, rawTook, ({ p50Ms }) => p50Ms)
        const slowest = median(took.map(({ p95Ms }) => p95Ms))
        return [
          { what: `${name} / raw, p50`, value: ratio.toFixed(3), goal: { measured: ratio, goal: 0.1, better: 'less' } },
          {
            what: `${name}, p95`,
            value: `${slowest.toFixed(1)} ms`,
            goal: { measured: slowest, goal: 60, better: 'less', unit: ' ms' },
          },
        ]
      }),
    ]
  } finally {
    await api.stop()
  }
}
