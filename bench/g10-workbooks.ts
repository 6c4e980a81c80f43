import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import type { Line } from './table.ts'
import { writeCsv, writeWorkbook } from './workbook-files.ts'

const rows = 100_000
export const title = `G10W a workbook of ${rows.toLocaleString('en')} rows, 12 columns, as reconciliation reads it, against csv-parse on the same rows; and more than 20 MB that unpack to 300 MB`

interface Result {
  rows: number
  seconds: number
  peakMb: number
}
/** With what the process that reads an untrusted file is started. */
const nodeOptions = ['--max-old-space-size=64', '--max-semi-space-size=4']

export async function measure(_database: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-bench-'))
  const at = (name: string) => join(folder, name)
  await writeCsv(at('told.csv'), rows)
  await writeWorkbook(at('inline.xlsx'), { rows })
  await writeWorkbook(at('shared.xlsx'), { rows, shared: true })
  const unpacked = await writeWorkbook(at('large.xlsx'), { rows: 450_000, few: true })
  const unpackedShared = await writeWorkbook(at('large-shared.xlsx'), { rows: 655_000, shared: true, few: true })
  const worker = (name: string) => startProcess('workbook-worker.ts', { spool: at(`${name}.spool`) }, { nodeOptions })
  const names = ['inline', 'shared', 'large', 'large-shared'] as const
  const [hand, ...workers] = await Promise.all([startProcess('csv-by-hand.ts', null), ...names.map(worker)])
  try {
    const read = (which: number, expected: number) => async () => {
      const result = await workers[which]?.ask<Result>({ path: at(`${names[which]}.xlsx`) })
      if (result?.rows !== expected + 1) throw new Error(`${result?.rows} rows were read`)
      return result
    }
    const results = await interleave(
      { hand: () => hand.ask<Result>({ path: at('told.csv') }), inline: read(0, rows), shared: read(1, rows) },
      rounds,
    )
    const large = await read(2, 450_000)()
    const largeShared = await read(3, 655_000)()
    const mb = async (name: string) => (await stat(at(name))).size / 1024 / 1024
    return [
      { what: 'csv-parse alone', value: facts(results.hand) },
      ...against('texts in their cells', results.inline, results.hand),
      ...against('shared texts', results.shared, results.hand),
      ofLarge('texts in their cells', large, await mb('large.xlsx'), unpacked),
      ofLarge('shared texts', largeShared, await mb('large-shared.xlsx'), unpackedShared),
    ]
  } finally {
    await Promise.all([hand, ...workers].map((process) => process.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

const facts = (results: Result[]) =>
  `${median(results.map(({ seconds }) => seconds)).toFixed(2)} s, ${median(results.map(({ peakMb }) => peakMb)).toFixed(0)} MB at most`

function against(what: string, ours: Result[], hand: Result[]): Line[] {
  const time = ratioOf(ours, hand, ({ seconds }) => seconds)
  const memory = ratioOf(ours, hand, ({ peakMb }) => peakMb)
  return [
    { what: `ours, ${what}`, value: facts(ours) },
    { what: `${what}: ours / csv-parse, time`, value: time.toFixed(2), goal: { measured: time, goal: 2.5, better: 'less' } },
    { what: `${what}: ours / csv-parse, memory`, value: memory.toFixed(2), goal: { measured: memory, goal: 2, better: 'less' } },
  ]
} // prettier-ignore

const ofLarge = (what: string, { seconds, peakMb }: Result, packedMb: number, unpacked: number): Line => ({
  what: `${packedMb.toFixed(0)} MB that unpack to ${(unpacked / 1024 / 1024).toFixed(0)} MB, ${what}`,
  value: `${seconds.toFixed(1)} s, ${peakMb.toFixed(0)} MB at most`,
  goal: { measured: peakMb, goal: 160, better: 'less', unit: ' MB' },
})
