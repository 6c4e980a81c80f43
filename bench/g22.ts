import { asOwner } from './as-owner.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'
import type { BenchDatabase } from './database.ts'
import { copyDraft, makeDraft } from './drafts.ts'
import type { Effort } from './effort.ts'
import { peaksOf } from './g23.ts'
import type { Held } from './invoice-api.ts'
import type { Issued, IssueLoad } from './issue-load.ts'
import { forgetPeak } from './memory.ts'
import { startProcess } from './process.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import { signIn } from './sign-in.ts'
import type { Line } from './table.ts'
import { payingMerchant } from './volume.ts'

/** A thousand, or `INVOICES`. */
const count = Number(process.env['INVOICES'] ?? 1_000)
const currency = 'MYR'
const connections = 8

export const title = `G22 ${count.toLocaleString('en')} invoices issued and sent: number, PDF with an electronic invoice inside, mail to a local server, by an API with a worker in one process, against the bare drawing of the same documents`

interface Result {
  seconds: number
  bytes: number
  /** What sending took beside that. */
  sent?: Sent
}
interface Sent {
  held: Held
  memoryMb: { process: number; child: number }
  /** Of an invoice, in milliseconds. */
  cpu: { process: number; database: number }
}

export async function measure({ ownerUrl, pid }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const sink = await startProcess<{ url: string }>('mail-sink.ts', null)
  const [api, load] = await Promise.all([
    startProcess<{ url: string }>('invoice-api.ts', { ownerUrl, mailUrl: sink.ready.url }),
    startProcess('issue-load.ts', null),
  ])
  const { url } = api.ready
  const session = await signIn(url, payingMerchant)
  const { merchantUuid: merchantId } = session.user
  const bare = await startProcess('bare-drawing.ts', { ownerUrl, merchantId })
  const invoiceRef = await makeDraft(url, session, currency)
  let refs: string[] = []
  let mails = 0
  const send = async (): Promise<Result> => {
    refs = await copyDraft(ownerUrl, { merchantId, invoiceRef }, count)
    forgetPeak(api.pid)
    await api.ask(null)
    const [cpu, cpuOfAll] = [cpuOf(api.pid), cpuOfFamily(pid)]
    const began = performance.now()
    const taken = sink.ask<number>({ until: (mails += count) })
    await load.ask<Issued>({
      url,
      token: session.token,
      method: 'post',
      paths: refs.map((ref) => `/gateway/merchants/invoice/${ref}/send-invoice`),
      body: {},
      connections,
    } satisfies IssueLoad)
    await taken
    const seconds = (performance.now() - began) / 1_000
    const held = await api.ask<Held>(null)
    const each = (after: number, before: number) => (after - before) / count / 1_000
    const spent = { process: each(cpuOf(api.pid), cpu), database: each(cpuOfFamily(pid), cpuOfAll) }
    const sent = { held, cpu: spent, memoryMb: peaksOf(api) }
    return { seconds, sent, bytes: await keptBytes(ownerUrl, merchantId, refs) }
  }
  try {
    const results = await interleave({ ours: send, bare: () => bare.ask<Result>({ refs }) }, rounds)
    return lines(results)
  } finally {
    await Promise.all([api.stop(), load.stop(), bare.stop(), sink.stop()])
  }
}

/** The bytes of the PDFs that are kept; throws unless there is one of each invoice, numbered without a gap. */
async function keptBytes(ownerUrl: string, merchantId: string, refs: readonly string[]): Promise<number> {
  const [kept] = await asOwner<{ files: number; bytes: number; numbers: number }>(
    ownerUrl,
    `select count(*)::int as files, sum(length(f.bytes))::int as bytes, (max(i.counter) - min(i.counter) + 1)::int as numbers
     from invoices i join invoice_files f on f.merchant_id = i.merchant_id and f.environment = i.environment and f.ref = i.invoice_ref
     where i.merchant_id = $1 and i.environment = 'sandbox' and i.invoice_ref = any ($2) and f.form = 'pdf'`,
    [merchantId, refs],
  )
  if (kept?.files !== refs.length || kept.numbers !== refs.length) throw new Error(`kept: ${JSON.stringify(kept)}`)
  return kept.bytes
}

function lines({ ours, bare }: Record<'ours' | 'bare', Result[]>): Line[] {
  const sent = ours.flatMap((one) => one.sent ?? [])
  const time = ratioOf(ours, bare, ({ seconds }) => seconds)
  const facts = (results: Result[]) => {
    const [seconds, bytes] = [median(results.map((t) => t.seconds)), median(results.map((t) => t.bytes))]
    return `${seconds.toFixed(2)} s, ${((seconds / count) * 1_000).toFixed(1)} ms and ${(bytes / count / 1_000).toFixed(1)} kB an invoice`
  }
  const [own, child] = [median(sent.map((t) => t.memoryMb.process)), median(sent.map((t) => t.memoryMb.child))]
  const held = Math.max(...sent.map((t) => t.held.mostMs))
  const of = (figure: (one: Sent) => number) => median(sent.map(figure)).toFixed(1)
  return [
    { what: 'bare drawing', value: facts(bare) },
    { what: 'issued and sent', value: facts(ours) },
    {
      what: 'CPU an invoice',
      value: `the process ${of((t) => t.cpu.process)} ms, PostgreSQL ${of((t) => t.cpu.database)} ms`,
    },
    {
      what: 'issued and sent / bare drawing, time',
      value: time.toFixed(2),
      goal: { measured: time, goal: 1.6, better: 'less' },
    },
    {
      what: 'memory at most of the process',
      value: `${own.toFixed(0)} MB`,
      goal: { measured: own, goal: 300, better: 'less', unit: ' MB' },
    },
    {
      what: 'memory at most of its child that draws',
      value: `${child.toFixed(0)} MB`,
      goal: { measured: child, goal: 300, better: 'less', unit: ' MB' },
    },
    {
      what: 'event loop held at most',
      value: `${held.toFixed(0)} ms, 99 % of the time ${of((t) => t.held.p99Ms)} ms, by ${of((t) => t.held.workMs)} ms of work`,
      goal: { measured: held, goal: 50, better: 'less', unit: ' ms' },
    },
  ]
}
