import { childrenOf } from './cpu.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import type { DocumentAsked, DocumentMade } from './invoice-drawing.ts'
import { memoryOf } from './memory.ts'
import { startProcess, type Process } from './process.ts'
import { median } from './rounds.ts'
import type { Line } from './table.ts'

export const title =
  'G23 documents of invoices, 20 lines each: their PDF with an electronic invoice inside, UBL and CII; and the PDF of 2,000 lines from a cold start'

const warmUps = 20
const times = 200

/** What documents weigh and how long they take. Each round has a process of its own, so the long one is drawn by a cold child. */
export async function measure(_database: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const results: Result[] = []
  while (results.length < rounds) results.push(await round())
  return lines(results)
}

interface Result {
  latin: DocumentMade
  eastAsian: DocumentMade
  ubl: DocumentMade
  cii: DocumentMade
  long: DocumentMade
  /** After the long one. */
  memoryMb: { process: number; child: number }
}

async function round(): Promise<Result> {
  const drawing = await startProcess('invoice-drawing.ts', null)
  const make = (of: DocumentAsked['of'], form: DocumentAsked['form'], count: number) =>
    drawing.ask<DocumentMade>({ of, form, times: count } satisfies DocumentAsked)
  try {
    const long = await make('long', 'pdf', 1)
    const memoryMb = peaksOf(drawing)
    for (const form of ['ubl', 'cii'] as const) await make('latin', form, warmUps)
    return {
      long,
      memoryMb,
      latin: await make('latin', 'pdf', warmUps),
      eastAsian: await make('eastAsian', 'pdf', warmUps),
      ubl: await make('latin', 'ubl', times),
      cii: await make('latin', 'cii', times),
    }
  } finally {
    await drawing.stop()
  }
}

/** The most that a process and its child have held. */
export function peaksOf({ pid }: Pick<Process, 'pid'>): { process: number; child: number } {
  const children = childrenOf(pid).map((child) => memoryOf(child).peakMb)
  if (children.length !== 1) throw new Error(`${children.length} processes draw`)
  return { process: memoryOf(pid).peakMb, child: children[0] as number }
}

function lines(results: Result[]): Line[] {
  const of = (figure: (result: Result) => number) => median(results.map(figure))
  const size = (what: string, kind: 'latin' | 'eastAsian', goal: number): Line => {
    const [kB, ms] = [of((one) => one[kind].bytes / 1_000), of((one) => median(one[kind].tookMs))]
    return {
      what,
      value: `${kB.toFixed(1)} kB, ${ms.toFixed(1)} ms`,
      goal: { measured: kB, goal, better: 'less', unit: ' kB' },
    }
  }
  const xml = (what: string, form: 'ubl' | 'cii'): Line => {
    const ms = of((one) => median(one[form].tookMs))
    const kB = of((one) => one[form].bytes / 1_000)
    return {
      what,
      value: `${ms.toFixed(2)} ms, ${kB.toFixed(1)} kB`,
      goal: { measured: ms, goal: 5, better: 'less', unit: ' ms' },
    }
  }
  const seconds = of((one) => (one.long.tookMs[0] as number) / 1_000)
  const [own, child] = [of((one) => one.memoryMb.process), of((one) => one.memoryMb.child)]
  return [
    size('PDF in Latin script', 'latin', 80),
    size('PDF with Japanese, Korean and Chinese', 'eastAsian', 250),
    {
      what: 'PDF of 2,000 lines, with the start of the process that draws',
      value: `${seconds.toFixed(2)} s, ${of((one) => one.long.bytes / 1_000).toFixed(0)} kB`,
      goal: { measured: seconds, goal: 4, better: 'less', unit: ' s' },
    },
    {
      what: 'memory at most, both processes',
      value: `${own.toFixed(0)} + ${child.toFixed(0)} MB`,
      goal: { measured: own + child, goal: 400, better: 'less', unit: ' MB' },
    },
    xml('UBL', 'ubl'),
    xml('CII', 'cii'),
  ]
}
