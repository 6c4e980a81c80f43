import { cpuOf } from './cpu.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { fillLinks, exportingMerchant } from './links.ts'
import { forgetPeak, memoryOf } from './memory.ts'
import { startProcess, type Process } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn, type Session } from './sign-in.ts'
import type { Line } from './table.ts'

const rows = 100_000
/** For manual runs with larger exports: how memory grows with the rows. */
const more = Number(process.env['EXPORT_ROWS'] ?? rows)
export const title = `G11 a spreadsheet of ${more.toLocaleString('en')} payment links, 15 columns, from the database through the API, against such a stream by hand without a database`

interface Result {
  seconds: number
  firstByteMs: number
  bytes: number
  peakMb: number
  /** Of the process, in seconds; PostgreSQL's is not in it. */
  cpu: number
}

/** An export of all links of a merchant against a loop that generates the same sheet. */
export async function measure(database: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  await fillLinks(database.ownerUrl, more)
  const [api, hand] = await Promise.all([
    startProcess<{ url: string }>('api.ts', { ownerUrl: database.ownerUrl }),
    startProcess('sheet-by-hand.ts', null),
  ])
  try {
    const session = await signIn(api.ready.url, exportingMerchant)
    const idle = { ours: memoryOf(api.pid).nowMb, hand: memoryOf(hand.pid).nowMb }
    const results = await interleave(
      {
        hand: () => measured(hand, async () => ({ ...(await hand.ask<Result>({ rows: more })), firstByteMs: 0 })),
        ours: () => measured(api, () => download(api.ready.url, session)),
      },
      rounds,
    )
    return lines(results, idle)
  } finally {
    await Promise.all([api.stop(), hand.stop()])
  }
}

async function measured({ pid }: Process, run: () => Promise<Omit<Result, 'peakMb' | 'cpu'>>): Promise<Result> {
  forgetPeak(pid)
  const before = cpuOf(pid)
  const result = await run()
  return { ...result, peakMb: memoryOf(pid).peakMb, cpu: (cpuOf(pid) - before) / 1e6 }
}

const columns = [
  'created_at', 'status', 'amount', 'merchant_order_ref', 'customer_name', 'email', 'description', 'expires_at',
  'link_ref', 'country', 'phone', 'source', 'currency', 'late_payment', 'created_by',
].map((key) => ({ key })) // prettier-ignore

async function download(url: string, { token, user }: Session): Promise<Omit<Result, 'peakMb' | 'cpu'>> {
  const began = performance.now()
  const response = await fetch(`${url}/gateway/merchant/${user.merchantUuid}/export-paymentLinks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ columns }),
  })
  if (!response.ok || !response.body) throw new Error(`no export: ${response.status} ${await response.text()}`)
  let [bytes, firstByteMs] = [0, 0]
  for await (const chunk of response.body) {
    firstByteMs ||= performance.now() - began
    bytes += chunk.length
  }
  return { bytes, firstByteMs, seconds: (performance.now() - began) / 1000 }
}

function lines({ hand, ours }: Record<'hand' | 'ours', Result[]>, idle: Record<'hand' | 'ours', number>): Line[] {
  const of = (results: Result[], figure: (result: Result) => number) => median(results.map(figure))
  const facts = (results: Result[], idleMb: number) =>
    `${of(results, (t) => t.seconds).toFixed(2)} s, CPU ${of(results, (t) => t.cpu).toFixed(2)} s, ${(of(results, (t) => t.bytes) / 1e6).toFixed(1)} MB of file, memory ${idleMb.toFixed(0)} MB idle, ${of(results, (t) => t.peakMb).toFixed(0)} MB at most`
  const time = ratioOf(ours, hand, ({ seconds }) => seconds)
  const memory = of(ours, (t) => t.peakMb - idle.ours) / of(hand, (t) => t.peakMb - idle.hand)
  const whole = ratioOf(ours, hand, ({ peakMb }) => peakMb)
  const first = of(ours, (t) => t.firstByteMs)
  return [
    { what: 'by hand, no database', value: facts(hand, idle.hand) },
    { what: 'ours', value: facts(ours, idle.ours) },
    {
      what: 'ours / by hand, time',
      value: time.toFixed(2),
      goal: { measured: time, goal: 1.6, stretch: 1.2, better: 'less' },
    },
    {
      what: 'ours / by hand, memory above idle',
      value: memory.toFixed(2),
      goal: { measured: memory, goal: 1.5, stretch: 1.2, better: 'less' },
    },
    { what: 'ours / by hand, CPU of the process', value: ratioOf(ours, hand, ({ cpu }) => cpu).toFixed(2) },
    { what: 'ours / by hand, memory of the whole process', value: whole.toFixed(2) },
    {
      what: 'first byte',
      value: `${first.toFixed(0)} ms`,
      goal: { measured: first, goal: 200, better: 'less', unit: ' ms' },
    },
  ]
}
