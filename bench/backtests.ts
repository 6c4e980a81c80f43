import { randomUUID } from 'node:crypto'
import { createApp } from '#server/app.ts'
import { runJob, type Job } from '#server/kit/jobs/jobs.ts'
import { runBacktest } from '#server/routing/backtest-job.ts'
import { asOwner } from './as-owner.ts'
import { partsOf } from './database.ts'
import { serveQuestions, taskOf } from './process.ts'

/** A worker's process: a whole backtest of a merchant's payments, or a plain cursor over the same rows. */
const { ownerUrl, merchantId, channels } = taskOf<{ ownerUrl: string; merchantId: string; channels: string[] }>()
const { serveParts, close } = await createApp(await partsOf(ownerUrl))
const scope = { merchantIds: [merchantId] as const, environment: 'sandbox' as const }
const rule = {
  routing_ref: '',
  name: 'Shared',
  conditions: { currencies: ['USD', 'SGD', 'MYR'], sources: ['payment_link'], from_hour: 0 },
  channels: channels.map((channel_key) => ({ channel_key, method_key: '', rank: 1, weight: 1, is_enabled: true })),
  is_default: false,
  position: 0,
}

/** Resolves with the number of payments looked at. */
async function backtest(): Promise<number> {
  const backtestId = randomUUID()
  await asOwner(
    ownerUrl,
    `insert into routing_backtests (merchant_id, environment, backtest_id, routing_ref, rule, from_at, to_at, state, created_at, created_by)
     values ($1, 'sandbox', $2, '', $3, '2020-01-01', now(), 'waiting', now(), '')`,
    [merchantId, backtestId, JSON.stringify(rule)],
  )
  const data = { merchantId, environment: 'sandbox', backtestId }
  await runJob(runBacktest as unknown as Job, data, serveParts, new AbortController().signal)
  const [row] = await asOwner<{ state: string; payments: string }>(
    ownerUrl,
    'delete from routing_backtests where backtest_id = $1 returning state, payments',
    [backtestId],
  )
  if (row?.state !== 'done') throw new Error(`the backtest is ${row?.state}`)
  return Number(row.payments)
}

/** The columns that a backtest needs, of the same rows. */
const cursor = `declare plain no scroll cursor for
  select created_at, order_ref, merchant_order_ref, amount_minor, payment_method, payment_sub_type, currency, country, source,
    channel_key, status
  from payments
  where merchant_id = $1 and environment = 'sandbox' and status in ('Success', 'Failed', 'Expired') and failover_from = ''
  order by created_at desc, order_ref desc`

const plain = (): Promise<number> =>
  serveParts.database.transaction(scope, async (tx) => {
    await tx.query(cursor, [merchantId])
    for (let rows = 0; ;) {
      const piece = await tx.query('fetch forward 1000 from plain', [])
      if (piece.length === 0) return rows
      rows += piece.length
    }
  })

serveQuestions<'backtest' | 'plain'>(
  null,
  async (question) => {
    const began = performance.now()
    const rows = await (question === 'backtest' ? backtest() : plain())
    return { rows, seconds: (performance.now() - began) / 1_000 }
  },
  { atEnd: close },
)
