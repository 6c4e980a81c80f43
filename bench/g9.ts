import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { asOwner } from './as-owner.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { forgetPeak, memoryOf } from './memory.ts'
import { startProcess } from './process.ts'
import { addReconPair, beginReconRun, clearRecon, sourceA, sourceB } from './recon-volume.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { writeSettlement } from './settlement-files.ts'
import type { Line } from './table.ts'
import { bigCount, payingMerchant } from './volume.ts'

const rows = Number(process.env['SETTLEMENT_ROWS'] ?? bigCount)
const lost = rows / 1_000
const changedRows = 100
/** A day on which nothing is expected any more. */
const allDue = '2030-01-01'
export const title = `G9 ${rows.toLocaleString('en')} transactions and as many settlement lines, from the stored file to durable outcomes, against COPY and an outer join by hand; and again after ${changedRows} changes`

interface Result {
  seconds: number
  loadSeconds: number
  firstMs: number
  peakMb: number
  againSeconds: number
  written: number
}

/** A settlement that is loaded and worked out against the least that PostgreSQL does to join it with the transactions. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-bench-'))
  const [transactions, settlement] = [join(folder, 'transactions.csv'), join(folder, 'settlement.csv')]
  await writeSettlement(transactions, 0, rows)
  await writeSettlement(settlement, lost, rows + lost)
  const [found] = await asOwner<{ merchant_id: string }>(ownerUrl, 'select merchant_id from merchants where slug = $1', [payingMerchant])
  if (!found) throw new Error('no merchant')
  const merchantId = found.merchant_id
  const [hand, store, runner] = await Promise.all([
    startProcess('recon-match-by-hand.ts', { ownerUrl }),
    startProcess('recon-store.ts', { ownerUrl, merchantId }),
    startProcess('recon-run.ts', { ownerUrl, merchantId }),
  ])
  const load = async (path: string, dataSource: string): Promise<number> => {
    const { reconId } = await store.ask<{ reconId: string }>({ path })
    const began = performance.now()
    await store.ask({ begin: reconId, dataSource })
    while (!(await isLoaded(ownerUrl, reconId))) await delay(20)
    return (performance.now() - began) / 1_000
  }
  /** By a worker that is gone before a run is measured: a minute after the files have come it would begin one of its own. */
  const loadBoth = async (): Promise<number> => {
    const worker = await startProcess('import-worker.ts', { ownerUrl })
    try {
      await load(transactions, sourceA)
      await asOwner(ownerUrl, 'analyze recon_records')
      return await load(settlement, sourceB)
    } finally {
      await worker.stop()
    }
  }
  const ours = async (): Promise<Result> => {
    await clearRecon(ownerUrl)
    await addReconPair(ownerUrl, merchantId)
    const loadSeconds = await loadBoth()
    forgetPeak(runner.pid)
    await beginReconRun(ownerUrl, merchantId, 1, allDue)
    const first = await runner.ask<{ seconds: number; firstMs: number }>({ msmId: 1, runNo: 1 })
    const { peakMb } = memoryOf(runner.pid)
    await expectOutcomes(ownerUrl)
    await asOwner(ownerUrl, `update recon_records set gross = gross + 1 where data_source = '${sourceB}' and row_no between 100 and ${99 + changedRows}`)
    await beginReconRun(ownerUrl, merchantId, 2, allDue)
    const again = await runner.ask<{ seconds: number }>({ msmId: 1, runNo: 2 })
    const [changed] = await asOwner<{ changed: number }>(ownerUrl, 'select count(*)::integer as changed from recon_outcomes where from_run = 2')
    return { seconds: loadSeconds + first.seconds, loadSeconds, firstMs: first.firstMs, peakMb, againSeconds: again.seconds / first.seconds, written: changed?.changed ?? 0 }
  }
  const nothing = { loadSeconds: 0, firstMs: 0, peakMb: 0, againSeconds: 0, written: 0 }
  try {
    const results = await interleave(
      { hand: async (): Promise<Result> => ({ ...nothing, ...(await hand.ask<{ seconds: number }>({ transactions, settlement })) }), ours },
      rounds,
    )
    return lines(results)
  } finally {
    await clearRecon(ownerUrl)
    await Promise.all([hand.stop(), store.stop(), runner.stop()])
    await rm(folder, { recursive: true, force: true })
  }
} // prettier-ignore

async function isLoaded(ownerUrl: string, reconId: string): Promise<boolean> {
  const [file] = await asOwner<{ status: string; reason: string }>(
    ownerUrl,
    'select status, reason from recon_files where recon_id = $1',
    [reconId],
  )
  if (file?.status !== 'Success' && file?.status !== 'Initiated')
    throw new Error(`the file is ${file?.status}: ${file?.reason}`)
  return file.status === 'Success'
}

/** Both have to have found the same. */
async function expectOutcomes(ownerUrl: string): Promise<void> {
  const [[ours], [hand]] = await Promise.all([
    asOwner<{ said: string }>(ownerUrl, `select string_agg(status || ' ' || count, ', ' order by status) as said from (select status, count(*) from recon_outcomes where side = 'a' or status = 'missing_in_transactions' group by status) counted`),
    asOwner<{ said: string }>(ownerUrl, `select string_agg(status || ' ' || count, ', ' order by status) as said from (select status, count(*) from by_hand_outcomes group by status) counted`),
  ])
  if (!ours || ours.said !== hand?.said) throw new Error(`not the same outcomes: by hand ${hand?.said}, ours ${ours?.said}`)
} // prettier-ignore

function lines({ hand, ours }: Record<'hand' | 'ours', Result[]>): Line[] {
  const of = (figure: keyof Result) => median(ours.map((result) => result[figure]))
  const time = ratioOf(ours, hand, ({ seconds }) => seconds)
  const goal = (measured: number, most: number) => ({ measured, goal: most, better: 'less' as const })
  return [
    { what: 'COPY and an outer join by hand', value: `${median(hand.map(({ seconds }) => seconds)).toFixed(2)} s` },
    { what: 'ours', value: `${of('seconds').toFixed(2)} s, of which ${of('loadSeconds').toFixed(2)} s until the file is loaded` },
    { what: 'ours / by hand', value: time.toFixed(2), goal: goal(time, 1.6) },
    { what: 'first progress', value: `${of('firstMs').toFixed(0)} ms`, goal: goal(of('firstMs'), 1_000) },
    { what: 'memory of the process at most', value: `${of('peakMb').toFixed(0)} MB`, goal: goal(of('peakMb'), 200) },
    { what: `again after ${changedRows} changes / first`, value: of('againSeconds').toFixed(2), goal: goal(of('againSeconds'), 0.5) },
    { what: 'outcomes written then', value: String(of('written')), goal: goal(of('written'), 1_000) },
  ]
} // prettier-ignore
