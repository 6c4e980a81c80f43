import { asOwner } from './as-owner.ts'
import { cpuOf } from './cpu.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { forgetPeak, memoryOf } from './memory.ts'
import { startProcess, type Process } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import type { Line } from './table.ts'
import { mediumMerchant } from './volume.ts'

export const title =
  'G17 a backtest of a routing rule over 100,000 payments, two channels by weight, against a plain cursor over the same rows'

interface Result {
  seconds: number
  rows: number
  peakMb: number
  cpu: number
}

/** A whole backtest, from the job to the result, against reading its rows. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const [merchant] = await asOwner<{ id: string }>(
    ownerUrl,
    'select merchant_id as id from merchants where slug = $1',
    [mediumMerchant],
  )
  if (!merchant) throw new Error(`no ${mediumMerchant}`)
  for (const statement of secondChannel) await asOwner(ownerUrl, statement, [merchant.id])
  const task = { ownerUrl, merchantId: merchant.id, channels: ['SIMULATOR', 'SIMULATOR_2'] }
  // A process each, so that neither fills its memory with what the other has left.
  const [plain, ours] = await Promise.all([startProcess('backtests.ts', task), startProcess('backtests.ts', task)])
  try {
    const results = await interleave(
      { plain: () => measured(plain, 'plain'), ours: () => measured(ours, 'backtest') },
      rounds,
    )
    return lines(results)
  } finally {
    await Promise.all([plain.stop(), ours.stop()])
  }
}

const secondChannel = [
  `insert into payment_channels (merchant_id, environment, channel_key, provider, name, country, creds_sealed, created_at)
   select merchant_id, environment, 'SIMULATOR_2', provider, 'Second', country, creds_sealed, now() from payment_channels
   where merchant_id = $1 and environment = 'sandbox' and channel_key = 'SIMULATOR' on conflict do nothing`,
  `insert into payment_methods (merchant_id, environment, channel_key, type, sub_type)
   select merchant_id, environment, 'SIMULATOR_2', type, sub_type from payment_methods
   where merchant_id = $1 and environment = 'sandbox' and channel_key = 'SIMULATOR' on conflict do nothing`,
]

async function measured(child: Process, question: 'backtest' | 'plain'): Promise<Result> {
  forgetPeak(child.pid)
  const before = cpuOf(child.pid)
  const result = await child.ask<Pick<Result, 'seconds' | 'rows'>>(question)
  return { ...result, peakMb: memoryOf(child.pid).peakMb, cpu: (cpuOf(child.pid) - before) / 1e6 }
}

function lines({ plain, ours }: Record<'plain' | 'ours', Result[]>): Line[] {
  const of = (results: Result[], figure: (result: Result) => number) => median(results.map(figure))
  const facts = (results: Result[]) =>
    `${of(results, (t) => t.rows).toLocaleString('en')} rows in ${of(results, (t) => t.seconds).toFixed(2)} s, CPU ${of(results, (t) => t.cpu).toFixed(2)} s, ${of(results, (t) => t.peakMb).toFixed(0)} MB at most`
  const time = ratioOf(ours, plain, ({ seconds }) => seconds)
  const memory = of(ours, (t) => t.peakMb) - of(plain, (t) => t.peakMb)
  return [
    { what: 'plain cursor', value: facts(plain) },
    { what: 'backtest', value: facts(ours) },
    {
      what: 'backtest / plain cursor, time',
      value: time.toFixed(2),
      goal: { measured: time, goal: 1.5, better: 'less' },
    },
    {
      what: 'more memory than the plain cursor',
      value: `${memory.toFixed(0)} MB`,
      goal: { measured: memory, goal: 64, better: 'less', unit: ' MB' },
    },
  ]
}
