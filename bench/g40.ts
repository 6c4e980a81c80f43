import { dayAfter, dayAt, startOfDay } from '#contract/kit/zoned-day.ts'
import { ask, inTurn } from './ask-in-turn.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { zone } from './merchant-abroad.ts'
import { startProcess } from './process.ts'
import { interleave, median } from './rounds.ts'
import { salesByHand, settledByFieldByHand, settledByHand } from './sales-by-hand.ts'
import { fillSales, sold } from './remittance-volume.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'

export const title = `G40 summary and dashboard of sales abroad over ${sold.count.toLocaleString('en')} payments of two years, p95 of each call one after the other, each first compared with the sums of its rows`

const turns = Number(process.env['TURNS'] ?? 40)

/** Each answer has to be the sum of the payments or items, to the last unit, before it is timed. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const merchantId = await fillSales(ownerUrl)
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  try {
    const { url } = api.ready
    const session = await signIn(url, sold.slug)
    const call: Call = (path, body) => ask(url, session, path, body)
    const of = { call, merchantId, ownerUrl }
    const asked = { ...summaries(of), ...dashboards(of, 90), ...dashboards(of, 730) }
    const lines: Line[] = []
    for (const [what, { once, check }] of Object.entries(asked)) {
      await check(await once())
      const { took } = await interleave({ took: () => inTurn(turns, once) }, rounds)
      const slowest = median(took.map(({ p95Ms }) => p95Ms))
      const middle = median(took.map(({ p50Ms }) => p50Ms))
      lines.push({
        what,
        value: `${slowest.toFixed(1)} ms, p50 ${middle.toFixed(1)} ms`,
        goal: { measured: slowest, goal: 40, better: 'less', unit: ' ms' },
      })
    }
    return lines
  } finally {
    await api.stop()
  }
}

type Call = <Answer>(path: string, body: object) => Promise<Answer>
interface Place {
  call: Call
  merchantId: string
  ownerUrl: string
}
interface Question {
  once: () => Promise<unknown>
  check: (answer: unknown) => Promise<void>
}

const today = dayAt(new Date(), zone)
const stretches = {
  'a month by day': { frequency: 'day', days: 30 },
  'a year by day': { frequency: 'day', days: 365 },
  'two years by week': { frequency: 'week', days: 731 },
  'two years by month': { frequency: 'month', days: 731 },
} as const
const fields = ['source_currency', 'payment_method', 'channel_key', 'country'] as const
interface Sums {
  key_as_string: string
  total_txn_amount_bc: number
  txn_fee_bc: number
  wht_bc: number
  refund_amount_bc: number
}

/** A page of a hundred buckets or groups, as the screen asks for it; all of them are compared. */
function summaries({ call, merchantId, ownerUrl }: Place): Record<string, Question> {
  const compare = (name: string, answer: unknown, hand: Map<string, bigint[]>) => {
    const { content } = answer as { content: Sums[] }
    const some = content.filter((row) => row.total_txn_amount_bc !== 0)
    for (const row of some) {
      const ours = [row.total_txn_amount_bc, row.txn_fee_bc, row.wht_bc, row.refund_amount_bc].map(cents)
      same(`${name}, ${row.key_as_string}`, ours, hand.get(row.key_as_string))
    }
    same(`${name}, groups`, some.length, hand.size)
  }
  const byTime = Object.entries(stretches).map(([name, { frequency, days }]): [string, Question] => {
    const [from_date, to_date] = [dayAfter(today, -days + 1), today]
    const body = { from_date, to_date, frequency, pagesize: 100 }
    const page = (number: number) =>
      call<{ content: Sums[] }>('/merchants/cross-border/settlement/summary', { ...body, page: number })
    return [
      `summary, ${name}`,
      {
        once: () => page(1),
        check: async () => {
          const pages = await Promise.all([1, 2, 3, 4].map(page))
          const content = pages.flatMap((one) => one.content)
          compare(name, { content }, await settledByHand(ownerUrl, { merchantId, from: from_date, to: to_date, frequency }))
        },
      },
    ] // prettier-ignore
  })
  const byField = fields.map((field): [string, Question] => {
    const [from_date, to_date] = [dayAfter(today, -730), today]
    return [
      `summary, two years by ${field}`,
      {
        once: () => call('/api/cross-border/settlement/custom/summary', { from_date, to_date, field, pagesize: 100 }),
        check: async (answer) => {
          const { content } = answer as { content: (Sums & { key: string })[] }
          const named = { content: content.map((row) => ({ ...row, key_as_string: row.key })) }
          compare(field, named, await settledByFieldByHand(ownerUrl, { merchantId, from: from_date, to: to_date, field }))
        },
      },
    ] // prettier-ignore
  })
  return Object.fromEntries([...byTime, ...byField])
}

const wire = (moment: Date) => moment.toISOString().slice(0, 19).replace('T', ' ')
interface Shown {
  volume: number
  count: number
}
/** What the screen asks for at once, over so many days. */
function dashboards({ call, merchantId, ownerUrl }: Place, days: number): Record<string, Question> {
  const [from, to] = [startOfDay(dayAfter(today, 1 - days), zone), startOfDay(dayAfter(today, 1), zone)]
  const body = { time_filter: { from: wire(from), to: wire(to) } }
  const path = (name: string) => `/api/cross-border/dashboard/${name}/${merchantId}`
  const ask = async <Answer>(name: string, more: object = {}) =>
    (await call<{ content: Answer }>(path(name), { ...body, ...more })).content
  const compare = async (name: string, found: (Shown & { key: string })[], by: 'nothing' | 'payment_method' | 'country' | 'currency' | 'month') => {
    const hand = await salesByHand(ownerUrl, { merchantId, from, to, by })
    same(`${name}, groups`, found.length, hand.size)
    for (const { key, volume, count } of found) same(`${name}, ${key}`, [cents(volume), BigInt(count)], hand.get(key))
  } // prettier-ignore
  const pies = (groupby: string, by: 'payment_method' | 'country' | 'currency'): [string, Question] => [
    `dashboard of ${days} days, slices by ${groupby}`,
    {
      once: () => ask('pie-charts', { groupby }),
      check: (answer) => compare(groupby, (answer as { slices: (Shown & { key: string })[] }).slices, by),
    },
  ]
  return {
    [`dashboard of ${days} days, tiles`]: {
      once: () => ask('transaction-metrics'),
      check: (answer) => compare('tiles', [{ key: '', ...(answer as { txn_stats: Shown }).txn_stats }], 'nothing'),
    },
    ...Object.fromEntries([
      pies('payment_methods', 'payment_method'),
      pies('countries', 'country'),
      pies('source_currencies', 'currency'),
    ]),
    [`dashboard of ${days} days, stacks by month`]: {
      once: () => ask('txn-stacked', { period: 'months' }),
      async check(answer) {
        const { chartData } = answer as { chartData: (Shown & { at: string; status: string })[] }
        const paid = chartData.filter(({ status }) => status === 'Success')
        const keyed = paid.map((one) => ({ ...one, key: dayAt(new Date(`${one.at.replace(' ', 'T')}Z`), zone).slice(0, 7) }))
        await compare('stacks', keyed, 'month')
      },
    },
  } // prettier-ignore
}

const cents = (major: number) => BigInt(Math.round(major * 100))
function same(what: string, ours: unknown, hand: unknown): void {
  const [one, other] = [ours, hand].map((value) => String(value))
  if (one !== other) throw new Error(`${what}: ours ${one}, by hand ${other}`)
}
