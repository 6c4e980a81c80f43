import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decimalText } from '#contract/kit/money.ts'
import type { ThirdPartyUpload } from '#contract/third-party.ts'
import { tradeBook } from '#test/trade.ts'
import { countOf, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { anyOf } from './intents.ts'
import { keptSignedIn, type SignedIn } from './invoice-calls.ts'
import { newJournal } from './journal.ts'
import { merchantOf } from './page-calls.ts'
import type { Patch } from './patched-source.ts'
import { loadedInPieces, packagesReadable } from './planted.ts'
import { planted } from './planted-test.ts'

/**
 * Sheets of others' transactions while the worker that loads them is killed at any point: whenever one looks, all rows of a sheet
 * are there or none, and in the end each is there once.
 */
const rows = countOf(100_000, 20_000)
const kills = countOf(10, 2)
const bookLines = countOf(300_000, 8_000)
const mostRows = 100_000
const file = import.meta.filename
const timeout = countOf(20 * 60_000, 120_000)

let deployment: Deployment
let signedIn: SignedIn
beforeAll(async () => {
  deployment = await startDeployment()
  signedIn = keptSignedIn(deployment, newJournal(), { sessions: 1 })
}, 120_000)
afterAll(async () => deployment.close(), 60_000)

test(`${kills} sheets of ${rows} rows, the worker killed while it loads each`, { timeout }, async () => {
  await work([])
  for (let n = 0; n < kills; n++) {
    const { seen, valid, looks } = await loadAndKill(`acquirer ${n}`, { afterMs: 100 + (n * 2_000) / kills })
    expect(seen, deployment.log.slice(-20).join('\n')).toEqual([])
    expect(valid).toBe(rows)
    report(`sheet ${n + 1}: ${looks} looks, all rows or none at each`)
  }
  // The same sheet again adds no row.
  expect(await loadAndKill('acquirer 0', { afterMs: null })).toMatchObject({ seen: [], valid: 0 })
})

test(`${bookLines} lines of a real shop's book are loaded whole, and twice add no row more`, { timeout }, async () => {
  await work([])
  const { rows: lines } = tradeBook(bookLines)
  const told = lines.map(toldOf)
  const sheets = Array.from({ length: Math.ceil(told.length / mostRows) }, (_, at) =>
    told.slice(at * mostRows, (at + 1) * mostRows),
  )
  for (const added of [told.length, 0]) {
    let valid = 0
    for (const rows of sheets) {
      const upload = await send('book', `${bookHead}\n${rows.map(({ line }) => line).join('\n')}`)
      expect(await becomes(async () => (await stateOf(upload)) !== 'reading', 300_000)).toBe(true)
      const [ended] = await deployment.sql(
        'select state, reason, valid, errors from third_party_uploads where upload_id = $1',
        [upload],
      )
      expect(ended).toMatchObject({ state: 'loaded', reason: '', errors: 0 })
      valid += (ended as { valid: number }).valid
    }
    expect(valid).toBe(added)
    const sums = 'select count(*)::int as count, sum(amount_minor)::text as sum from third_party_transactions where source = $1' // prettier-ignore
    const sum = told.reduce((total, { minor }) => total + minor, 0n).toString()
    expect(await deployment.sql(sums, ['book'])).toEqual([{ count: told.length, sum }])
  }
})

planted('a sheet that is loaded in pieces is found', { file, patches: [loadedInPieces], timeout }, async () => {
  await work([loadedInPieces])
  const found: number[] = []
  for (let n = 0; n < 5 && found.length === 0; n++)
    found.push(...(await loadAndKill(`pieces ${n}`, { afterMs: null, forMs: 20_000 })).seen)
  expect(found.length).toBeGreaterThan(0)
})

/** Lets the worker work with this source. */
async function work(patches: readonly Patch[]): Promise<void> {
  await deployment.worker.kill()
  deployment.worker.change({ source: await deployment.plant([packagesReadable, ...patches]) })
  await deployment.worker.start()
}

/** Uploads a sheet of a source, kills the worker once unless it is not to, and looks all the time how many of its rows are there. */
async function loadAndKill(source: string, { afterMs, forMs = 90_000 }: { afterMs: number | null; forMs?: number }) {
  const before = await countRows(source)
  const upload = await send(source)
  const seen = new Set<number>()
  let looks = 0
  let over = false
  const looking = (async () => {
    while (!over) {
      const count = await countRows(source)
      looks += 1
      if (count !== before && count !== rows) seen.add(count)
      await delay(20)
    }
  })()
  if (afterMs !== null) {
    await delay(afterMs)
    await deployment.worker.kill()
    await deployment.worker.start()
  }
  await becomes(async () => (await stateOf(upload)) !== 'reading', forMs)
  over = true
  await looking
  const [ended] = await deployment.sql('select valid from third_party_uploads where upload_id = $1', [upload])
  return { seen: [...seen], looks, valid: Number((ended as { valid: number }).valid) }
}

const bookHead = 'date,amount,currency,status,channel_order_ref,merchant_order_ref,payer,description'
/** A line of the book as a transaction of its own, and what it comes to. */
function toldOf(row: Record<string, string>, at: number): { line: string; minor: bigint } {
  const { InvoiceNo, InvoiceDate = '2010-12-01 08:26:00', Quantity, UnitPrice, CustomerID = '', Description = '' } = row
  const pence = Math.round(Number(Quantity) * Number(UnitPrice) * 100)
  const minor = BigInt(Math.abs(pence))
  const status = pence < 0 ? 'refunded' : 'paid'
  const title = `"${Description.replaceAll('"', '""')}"`
  const line = `${InvoiceDate},${decimalText(minor, 'GBP')},GBP,${status},${InvoiceNo}-${at},${InvoiceNo},${CustomerID},${title}`
  return { line, minor }
}

async function send(source: string, bytes = sheet): Promise<string> {
  const merchant = merchantOf(await signedIn(), 'acme')
  const session = anyOf(merchant.sessions)
  const form = new FormData()
  form.set('source', source)
  form.set('file', new Blob([bytes]), 'told.csv')
  const answer = await fetch(`${deployment.apis[0].url}/gateway/merchants/third_party/transactions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.token}`, 'idempotency-key': randomUUID() },
    body: form,
  })
  const { content } = (await answer.json()) as { content: ThirdPartyUpload }
  expect(content.state).toBe('reading')
  return content.upload_id
}
const sheet = `date,amount,currency,status,channel_order_ref,payer\n${Array.from({ length: rows }, (_, at) => `2026-03-01,${at}.25,SGD,paid,CH-${at},Payer ${at}`).join('\n')}`

async function countRows(source: string): Promise<number> {
  const [row] = await deployment.sql('select count(*)::int as count from third_party_transactions where source = $1', [source]) // prettier-ignore
  return (row as { count: number }).count
}
async function stateOf(uploadId: string): Promise<string> {
  const [row] = await deployment.sql('select state from third_party_uploads where upload_id = $1', [uploadId])
  return (row as { state: string }).state
}
