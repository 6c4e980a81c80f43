import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ReconFile } from '#contract/recon-files.ts'
import { asOwner } from './as-owner.ts'
import { ask } from './ask-in-turn.ts'
import { closedLoop } from './closed-loop.ts'
import { childrenOf, cpuOf, cpuOfFamily } from './cpu.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { forgetPeak, memoryOf, peakOf } from './memory.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { writeSettlement } from './settlement-files.ts'
import { signIn, type Session } from './sign-in.ts'
import type { Line } from './table.ts'
import { bigCount, payingMerchant } from './volume.ts'

const rows = Number(process.env['SETTLEMENT_ROWS'] ?? bigCount)
/** Lines that the file before it has too. */
const shared = rows / 10
export const title = `G37 a settlement of ${rows.toLocaleString('en')} lines, 12 columns, from the stored file to checked, de-duplicated, durable records, a tenth of them known, against COPY and an outer join by hand; and the p99 of the API meanwhile`

interface Result {
  seconds: number
  databaseCpu: number
  firstMs: number
  /** Of the process that reads, of the worker beside it, and both together at most. */
  peakMb: number
  workerMb: number
  readerCpu: number
}
const byHand = { firstMs: 0, peakMb: 0, workerMb: 0, readerCpu: 0 }

/** A stored file by a worker against the least that PostgreSQL does with its lines. */
export async function measure({ ownerUrl, pid }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-bench-'))
  const [earlier, path] = [join(folder, 'earlier.csv'), join(folder, 'settlement.csv')]
  await writeSettlement(earlier, 0, shared)
  await writeSettlement(path, 0, rows)
  const api = await startProcess<{ url: string }>('api.ts', { ownerUrl })
  const session = await signIn(api.ready.url, payingMerchant)
  const [worker, hand, store] = await Promise.all([
    startProcess('import-worker.ts', { ownerUrl }),
    startProcess('recon-by-hand.ts', { ownerUrl }),
    startProcess('recon-store.ts', { ownerUrl, merchantId: session.user.merchantUuid }),
  ])
  const clear = () => clearFiles(ownerUrl)
  const stored = async (file: string) => (await store.ask<{ reconId: string }>({ path: file })).reconId
  const load = async (reconId: string): Promise<Result> => {
    const [databaseBefore, began] = [cpuOfFamily(pid), performance.now()]
    let [firstMs, peakMb, workerMb, readerCpu] = [0, 0, 0, 0]
    await store.ask({ begin: reconId })
    for (;;) {
      for (const child of childrenOf(worker.pid)) {
        peakMb = Math.max(peakMb, peakOf(child))
        readerCpu = Math.max(readerCpu, cpuOf(child))
      }
      workerMb = Math.max(workerMb, memoryOf(worker.pid).nowMb)
      const file = await fileOf(api.ready.url, session, reconId)
      if (file.rows_read > 0) firstMs ||= performance.now() - began
      if (file.status === 'Success') break
      if (file.status !== 'Initiated') throw new Error(`the file is ${file.status}: ${file.reason}`)
      await delay(20)
    }
    const seconds = (performance.now() - began) / 1_000
    return { seconds, databaseCpu: (cpuOfFamily(pid) - databaseBefore) / 1e6, firstMs, peakMb, workerMb, readerCpu: readerCpu / rows }
  } // prettier-ignore
  const prepare = async (): Promise<string> => {
    await clear()
    await load(await stored(earlier))
    await asOwner(ownerUrl, 'analyze recon_records')
    return stored(path)
  }
  try {
    const results = await interleave(
      {
        hand: async (): Promise<Result> => {
          const before = cpuOfFamily(pid)
          const { seconds } = await hand.ask<{ seconds: number }>({ earlier, path })
          return { ...byHand, seconds, databaseCpu: (cpuOfFamily(pid) - before) / 1e6 }
        },
        ours: async () => {
          const reconId = await prepare()
          forgetPeak(worker.pid)
          return load(reconId)
        },
      },
      rounds,
    )
    await expectBuckets(ownerUrl)
    const lists = (seconds: number) =>
      closedLoop({ connections: 4, seconds }, async () => {
        await ask(api.ready.url, session, `/merchant/${session.user.merchantUuid}/payments`, {})
      })
    await lists(1)
    const p99 = { alone: [] as number[], meanwhile: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      p99.alone.push((await lists(1.5)).p99Ms)
      const reconId = await prepare()
      const [meanwhile] = await Promise.all([lists(1.5), load(reconId)])
      p99.meanwhile.push(meanwhile.p99Ms)
    }
    return lines(results, { alone: median(p99.alone), meanwhile: median(p99.meanwhile) })
  } finally {
    await clear()
    await Promise.all([api.stop(), worker.stop(), hand.stop(), store.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

const fileOf = async (url: string, session: Session, reconId: string): Promise<ReconFile> =>
  (await ask<{ data: ReconFile }>(url, session, `/api/recon/files/${reconId}`)).data

/** What follows a load, such as the comparison of fees, may still be at its records, and lose or win against this. */
async function clearFiles(ownerUrl: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return void (await asOwner(
        ownerUrl,
        'truncate recon_files, recon_file_parts, recon_rows, recon_records, recon_proofs cascade',
      ))
    } catch (error) {
      if (tries === 10) throw error
      await delay(500)
    }
}

/** Both have to have found the same. */
async function expectBuckets(ownerUrl: string): Promise<void> {
  const counts = `select string_agg(bucket || ' ' || count, ', ' order by bucket) as said`
  const of = (table: string, where: string) =>
    asOwner<{ said: string }>(ownerUrl, `${counts} from (select bucket, count(*) from ${table} where ${where} group by bucket) counted`)
  const [[ours], [hand]] = await Promise.all([
    of('recon_records', `recon_id = (select recon_id from recon_files order by file_no desc limit 1)`),
    of('by_hand_lines', 'file_no = 2'),
  ])
  if (!ours || ours.said !== hand?.said) throw new Error(`not the same records: by hand ${hand?.said}, ours ${ours?.said}`)
} // prettier-ignore

function lines(
  { hand, ours }: Record<'hand' | 'ours', Result[]>,
  p99: { alone: number; meanwhile: number },
): Line[] {
  const of = (results: Result[], figure: (result: Result) => number) => median(results.map(figure))
  const time = ratioOf(ours, hand, ({ seconds }) => seconds)
  const [first, peak] = [of(ours, ({ firstMs }) => firstMs), of(ours, ({ peakMb }) => peakMb)]
  const slower = p99.meanwhile / p99.alone
  return [
    { what: 'by hand', value: `${of(hand, ({ seconds }) => seconds).toFixed(2)} s` },
    {
      what: 'ours',
      value: `${of(ours, ({ seconds }) => seconds).toFixed(2)} s; CPU of the reader ${of(ours, ({ readerCpu }) => readerCpu).toFixed(1)} µs a row, of PostgreSQL ${of(ours, ({ databaseCpu }) => databaseCpu).toFixed(1)} s; the worker ${of(ours, ({ workerMb }) => workerMb).toFixed(0)} MB`,
    },
    { what: 'ours / by hand, time', value: time.toFixed(2), goal: { measured: time, goal: 0.9, better: 'less' } },
    { what: 'memory of the process that reads, at most', value: `${peak.toFixed(0)} MB`, goal: { measured: peak, goal: 200, better: 'less', unit: ' MB' } },
    { what: 'first progress', value: `${first.toFixed(0)} ms`, goal: { measured: first, goal: 1_000, better: 'less', unit: ' ms' } },
    { what: 'p99 of a list meanwhile / alone', value: `${p99.meanwhile.toFixed(0)} / ${p99.alone.toFixed(0)} ms = ${slower.toFixed(2)}`, goal: { measured: slower, goal: 3, better: 'less' } },
  ]
} // prettier-ignore
