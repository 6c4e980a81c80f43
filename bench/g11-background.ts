import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { asOwner } from './as-owner.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { exportingMerchant, fillLinks } from './links.ts'
import { forgetPeak, memoryOf } from './memory.ts'
import { startProcess, type Process } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn, type Session } from './sign-in.ts'
import type { Line } from './table.ts'

const rows = 100_000
/** For manual runs with larger exports: how time and memory grow with the rows. */
const more = Number(process.env['EXPORT_ROWS'] ?? rows)
export const title = `G11 in the background: a spreadsheet of ${more.toLocaleString('en')} payment links, 15 columns, prepared by a worker and kept sealed, against such a stream by hand without a database`

interface Result {
  seconds: number
  /** From the request to the first progress. */
  firstMs: number
  peakMb: number
}

/** An export of all links of a merchant, from the request until the file is ready, against a loop that generates the same sheet. */
export async function measure({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  await fillLinks(ownerUrl, more)
  const [api, worker, hand] = await Promise.all([
    startProcess<{ url: string }>('api.ts', { ownerUrl }),
    startProcess('export-worker.ts', { ownerUrl }),
    startProcess('sheet-by-hand.ts', null),
  ])
  try {
    const session = await signIn(api.ready.url, exportingMerchant)
    const idleMb = memoryOf(worker.pid).nowMb
    const results = await interleave(
      {
        hand: () =>
          measured(hand, async () => ({ ...(await hand.ask<{ seconds: number }>({ rows: more })), firstMs: 0 })),
        ours: () => measured(worker, () => prepare(api.ready.url, session)),
      },
      rounds,
    )
    // What the rounds have made would fill the merchant's room.
    await asOwner(ownerUrl, 'delete from export_parts', [])
    await asOwner(ownerUrl, 'delete from export_files', [])
    return lines(results, idleMb)
  } finally {
    await Promise.all([api.stop(), worker.stop(), hand.stop()])
  }
}

async function measured({ pid }: Process, run: () => Promise<Omit<Result, 'peakMb'>>): Promise<Result> {
  forgetPeak(pid)
  return { ...(await run()), peakMb: memoryOf(pid).peakMb }
}

const columns = [
  'created_at', 'status', 'amount', 'merchant_order_ref', 'customer_name', 'email', 'description', 'expires_at',
  'link_ref', 'country', 'phone', 'source', 'currency', 'late_payment', 'created_by',
].map((key) => ({ key })) // prettier-ignore

interface Told {
  content: { export_id: string; status: string; rows: number }
}

async function prepare(url: string, { token, user }: Session): Promise<Omit<Result, 'peakMb'>> {
  const began = performance.now()
  const ask = async (method: string, path: string, body?: object): Promise<Told['content']> => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const answer = await fetch(`${url}/gateway${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as Told).content
  }
  const asked = { of: 'exportPaymentLinks', path: { key: user.merchantUuid }, request: { columns } }
  let told = await ask('POST', '/api/exports', asked)
  let firstMs = 0
  while (told.status === 'queued' || told.status === 'running') {
    await delay(20)
    told = await ask('GET', `/api/exports/${told.export_id}`)
    if (told.rows > 0) firstMs ||= performance.now() - began
  }
  if (told.status !== 'ready' || told.rows !== more)
    throw new Error(`the export is ${told.status} with ${told.rows} rows`)
  return { seconds: (performance.now() - began) / 1000, firstMs }
}

function lines({ hand, ours }: Record<'hand' | 'ours', Result[]>, idleMb: number): Line[] {
  const of = (results: Result[], figure: (result: Result) => number) => median(results.map(figure))
  const time = ratioOf(ours, hand, ({ seconds }) => seconds)
  const first = of(ours, ({ firstMs }) => firstMs)
  return [
    { what: 'by hand, no database', value: `${of(hand, ({ seconds }) => seconds).toFixed(2)} s` },
    {
      what: 'ours, from the request until it is ready',
      value: `${of(ours, ({ seconds }) => seconds).toFixed(2)} s, worker ${idleMb.toFixed(0)} MB idle, ${of(ours, ({ peakMb }) => peakMb).toFixed(0)} MB at most`,
    },
    {
      what: 'ours / by hand, time',
      value: time.toFixed(2),
      goal: { measured: time, goal: 1.6, stretch: 1.2, better: 'less' },
    },
    {
      what: 'first progress',
      value: `${first.toFixed(0)} ms`,
      goal: { measured: first, goal: 1_000, better: 'less', unit: ' ms' },
    },
  ]
}
