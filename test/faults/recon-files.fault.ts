import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { anyOf } from './intents.ts'
import { keptSignedIn, type SignedIn } from './invoice-calls.ts'
import { newJournal } from './journal.ts'
import { merchantOf } from './page-calls.ts'
import type { Patch } from './patched-source.ts'
import { packagesReadable, reconLoadedInPieces } from './planted.ts'
import { planted } from './planted-test.ts'

/**
 * Files of reconciliation while the worker that reads them is killed in every stage: whenever one looks, all records of a
 * file are there or none, and in the end each is there once.
 */
const rows = countOf(100_000, 15_000)
const kills = countOf(20, 2)
const file = import.meta.filename
const timeout = countOf(20 * 60_000, 180_000)

let deployment: Deployment
let signedIn: SignedIn
beforeAll(async () => {
  deployment = await startDeployment()
  signedIn = keptSignedIn(deployment, newJournal(), { sessions: 1 })
  await call('/merchants/recon/file-mapping', JSON.stringify(mapping))
}, 120_000)
afterAll(async () => deployment.close(), 60_000)

test(`${kills} files of ${rows} rows, the worker killed while it reads each`, { timeout }, async () => {
  await work([])
  for (let n = 0; n < kills; n++) {
    const { seen, loaded, looks, why } = await loadAndKill(n, { afterMs: 100 + (n * 4_000) / kills })
    expect(seen, deployment.log.slice(-20).join('\n')).toEqual([])
    expect(loaded, why).toBe(rows)
    report(`file ${n + 1}: ${looks} looks, all records or none at each`)
  }
})

planted('a file that is loaded in pieces is found', { file, patches: [reconLoadedInPieces], timeout }, async () => {
  await work([reconLoadedInPieces])
  const found: number[] = []
  for (let n = 0; n < 5 && found.length === 0; n++)
    found.push(...(await loadAndKill(1_000 + n, { afterMs: 500 + n * 300, forMs: 5_000 })).seen)
  expect(found.length).toBeGreaterThan(0)
})

/** Lets the worker work with this source. */
async function work(patches: readonly Patch[]): Promise<void> {
  await deployment.worker.kill()
  deployment.worker.change({ source: await deployment.plant([packagesReadable, ...patches]) })
  await deployment.worker.start()
}

/** Uploads a file, kills the worker once, and looks all the time how many of its records are there. */
async function loadAndKill(n: number, { afterMs, forMs = 40_000 }: { afterMs: number; forMs?: number }) {
  const reconId = await send(n)
  const seen = new Set<number>()
  let looks = 0
  let over = false
  const looking = (async () => {
    while (!over) {
      const [row] = await deployment.sql('select count(*)::int as count from recon_records where recon_id = $1', [reconId]) // prettier-ignore
      const { count } = row as { count: number }
      looks += 1
      if (count !== 0 && count !== rows) seen.add(count)
      await delay(20)
    }
  })()
  await delay(afterMs)
  await deployment.worker.kill()
  await deployment.worker.start()
  const fileOf = async () => {
    const [row] = await deployment.sql(
      'select status, loaded, stage, reason, tries, rows_read from recon_files where recon_id = $1',
      [reconId],
    )
    return row as { status: string; loaded: number }
  }
  await becomes(async () => (await fileOf()).status !== 'Initiated', forMs)
  over = true
  await looking
  const ended = await fileOf()
  const why = ended.status === 'Success' ? '' : [JSON.stringify(ended), ...deployment.log.slice(-12)].join('\n')
  return { seen: [...seen], looks, loaded: ended.loaded, why }
}

async function send(n: number): Promise<string> {
  const form = new FormData()
  form.set('payment_channel_key', 'SIMULATOR')
  form.set('file_type', 'recon')
  form.set('file', new Blob([sheetOf(n)]), `file-${n}.csv`)
  const { data } = await call<{ recon_id: string; status: string }>('/merchants/recon/upload-file', form)
  expect(data.status).toBe('Initiated')
  return data.recon_id
}
const sheetOf = (n: number) =>
  `Date,Reference,Gross\n${Array.from({ length: rows }, (_, at) => `2026-03-01 10:00:00,F${n}-${at},${at}.25`).join('\n')}`

const mapping = {
  payment_channel_key: 'SIMULATOR',
  engine_source: 'SHEET',
  display_name: 'Settlement',
  file_type: 'recon',
  currency: 'SGD',
  source_date_format: 'YYYY-MM-DD HH:mm:ss',
  input_header: { date: 'Date', amount: 'Gross', txn_ref: 'Reference' },
  reading: { decimal: '.', time_zone: 'UTC', type: 'payment', identity: ['Reference'] },
}

async function call<T>(path: string, body: string | FormData): Promise<{ data: T }> {
  const session = anyOf(merchantOf(await signedIn(), 'acme').sessions)
  const answer = await fetch(`${deployment.apis[0].url}/gateway${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session.token}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    body,
  })
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  return JSON.parse(text) as { data: T }
}
