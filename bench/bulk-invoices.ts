import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { invoiceSheetColumns } from '#contract/invoice-batches.ts'
import { limits } from '#contract/limits.ts'
import { numberCell, textCell } from '#server/kit/files/cells.ts'
import { readSheet } from '#server/kit/files/read-sheet.ts'
import { spreadsheet } from '#server/kit/files/spreadsheet.ts'
import { asOwner } from './as-owner.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { forgetPeak, memoryOf } from './memory.ts'
import { startProcess } from './process.ts'
import { median } from './rounds.ts'
import { signIn, type Session } from './sign-in.ts'
import type { Line } from './table.ts'
import { payingMerchant } from './volume.ts'

/** The most that a sheet may have, or `BULK`. */
const many = Number(process.env['BULK'] ?? limits.invoiceSheetInvoices)
/** Made by a job too, so that more invoices are all that is different. */
const few = limits.invoiceSheetAtOnce + 100
const linesEach = 2

interface Result {
  seconds: number
  readSeconds: number
  copySeconds: number
  /** Of the API with its worker at most, with many invoices and with few. */
  peakMb: { many: number; few: number }
}

/** Many invoices from one workbook, from the upload to the last one, against reading it and a COPY of the rows that it leaves. */
export async function measureBulk({ ownerUrl }: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const sink = await startProcess<{ url: string }>('mail-sink.ts', null)
  const api = await startProcess<{ url: string }>('invoice-api.ts', { ownerUrl, mailUrl: sink.ready.url })
  const { url } = api.ready
  const session = await signIn(url, payingMerchant)
  const make = async (bytes: Buffer) => {
    forgetPeak(api.pid)
    const began = performance.now()
    const batchId = await upload(url, session, bytes)
    while (!(await isOver(ownerUrl, batchId))) await pause(pollMs)
    return { batchId, seconds: (performance.now() - began) / 1_000, peakMb: memoryOf(api.pid).peakMb }
  }
  const results: Result[] = []
  try {
    for (let round = 0; round <= rounds; round++) {
      const small = await make(await workbook(few))
      const bytes = await workbook(many)
      const { batchId, seconds, peakMb } = await make(bytes)
      const began = performance.now()
      await readSheet({ name: 'invoices.xlsx', bytes, rowsMost: many * linesEach + 1 }, 'file')
      const readSeconds = (performance.now() - began) / 1_000
      const copySeconds = await copyOf(ownerUrl, session.user.merchantUuid, batchId)
      // The first round is a warm-up.
      if (round > 0) results.push({ seconds, readSeconds, copySeconds, peakMb: { many: peakMb, few: small.peakMb } })
    }
    return lines(results)
  } finally {
    await Promise.all([api.stop(), sink.stop()])
  }
}
const pollMs = 20

/** A workbook with so many invoices, whose numbers are its own. */
function workbook(invoices: number): Promise<Buffer> {
  const series = randomBytes(4).toString('hex').toUpperCase()
  const columns = invoiceSheetColumns.slice(0, 10)
  const dueDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const row = (invoice: number, line: number) =>
    [
      `BULK/${series}/${invoice}`,
      '2026-03-01',
      dueDate,
      `Customer ${invoice % 700}`,
      `customer${invoice % 700}@example.com`,
      'MYR',
      `SKU-${line}`,
      `Harbour tour with lunch, no. ${invoice}`,
    ]
      .map(textCell)
      .concat(numberCell(String(1 + line)), numberCell('49.95'))
      .join('')
  async function* batches() {
    for (let invoice = 1; invoice <= invoices; invoice++)
      yield Array.from({ length: linesEach }, (_, line) => row(invoice, line))
  }
  const sheet = { name: 'Invoices', rightToLeft: false, columns: columns.map((title) => ({ title, width: 16 })) }
  return buffer(spreadsheet(sheet, batches()))
}

/** Uploads a workbook as the console does; the batch's id. */
async function upload(url: string, { token, user }: Session, bytes: Buffer): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)]), 'invoices.xlsx')
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
  const path = `/gateway/merchants/${user.iamportKey}/bulk-create-invoices`
  const response = await fetch(url + path, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`no batch: ${response.status} ${await response.text()}`)
  const { content } = (await response.json()) as { content: { batch_id: string; failed_count: number } }
  if (content.failed_count > 0) throw new Error(`${content.failed_count} invoices were refused`)
  return content.batch_id
}

/** Whether everything of a batch is made; throws when something was not. */
async function isOver(ownerUrl: string, batchId: string): Promise<boolean> {
  const [batch] = await asOwner<{ status: string; invoices: number; made: number }>(
    ownerUrl,
    'select status, invoices, made_count as made from invoice_batches where batch_id = $1',
    [batchId],
  )
  if (batch?.status !== 'done') return false
  if (batch.made !== batch.invoices) throw new Error(`${batch.made} of ${batch.invoices} were made`)
  return true
}

/** The seconds of a COPY of the rows of a batch, in place of those that are there: invoices, their timelines, items. */
async function copyOf(ownerUrl: string, merchantId: string, batchId: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  // PostgreSQL writes the files, perhaps as another user.
  await chmod(folder, 0o777)
  const made = `select invoice_ref from invoice_batch_items where merchant_id = '${merchantId}' and batch_id = '${batchId}'`
  const own = `merchant_id = '${merchantId}' and environment = 'sandbox'`
  const whose = {
    invoices: `${own} and invoice_ref in (${made})`,
    timeline: `${own} and object_type = 'invoice' and object_ref in (${made})`,
    invoice_batch_items: `${own} and batch_id = '${batchId}'`,
  }
  const tables = Object.entries(whose).map(([table, which]) => ({ table, which, file: join(folder, table) }))
  try {
    for (const { table, which, file } of tables)
      await asOwner(ownerUrl, `copy (select * from ${table} where ${which}) to '${file}'`)
    for (const { table, which } of tables) await asOwner(ownerUrl, `delete from ${table} where ${which}`)
    const began = performance.now()
    for (const { table, file } of tables) await asOwner(ownerUrl, `copy ${table} from '${file}'`)
    return (performance.now() - began) / 1_000
  } finally {
    await rm(folder, { recursive: true })
  }
}

function lines(results: Result[]): Line[] {
  const of = (figure: (result: Result) => number) => median(results.map(figure))
  const time = of((t) => t.seconds / (t.readSeconds + t.copySeconds))
  const more = of((t) => t.peakMb.many - t.peakMb.few)
  const what = `${many.toLocaleString('en')} invoices from a workbook`
  return [
    {
      what: `reading the workbook of ${many.toLocaleString('en')} invoices, and COPY of the rows`,
      value: `${of((t) => t.readSeconds).toFixed(2)} + ${of((t) => t.copySeconds).toFixed(2)} s`,
    },
    { what, value: `${of((t) => t.seconds).toFixed(2)} s` },
    {
      what: `${what} / reading and COPY`,
      value: time.toFixed(2),
      goal: { measured: time, goal: 3, better: 'less' },
    },
    {
      what: `more memory than with ${few.toLocaleString('en')} invoices`,
      value: `${of((t) => t.peakMb.many).toFixed(0)} - ${of((t) => t.peakMb.few).toFixed(0)} MB`,
      goal: { measured: more, goal: 64, better: 'less', unit: ' MB' },
    },
  ]
}
