import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createExport, readExport, readExportFile, type ExportRow } from '#contract/exports.ts'
import { addressOf } from '#test/request.ts'
import { signIn, type Load } from './client.ts'
import { countOf, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { askAs, contentOf } from './invoice-calls.ts'
import { anyOf, type Merchant } from './intents.ts'
import { newJournal } from './journal.ts'
import { merchantOf } from './page-calls.ts'
import { tornFile } from './planted.ts'
import { planted } from './planted-test.ts'
import { sourceRoot, type Patch } from './patched-source.ts'

/**
 * Exports while the worker that prepares them is killed and new rows come: each ends as one file, whose digest fits and whose
 * rows are those of one moment, each once.
 */
const rows = countOf(1_000_000, 40_000)
const exports = countOf(20, 2)
const kills = countOf(20, 1)
const file = import.meta.filename
const timeout = countOf(60 * 60_000, 90_000)
let deployment: Deployment
let load: Load
let merchant: Merchant

beforeAll(async () => {
  deployment = await startDeployment()
  const journal = newJournal()
  load = { deployment, journal, merchants: await signIn(deployment, journal, { sessions: 8 }) }
  merchant = merchantOf(load, 'borneo')
}, 120_000)
afterAll(() => deployment.close(), 60_000)

test(
  `kill -9 of the worker during ${exports} exports of ${rows} rows: each is one whole file`,
  { timeout },
  async () => {
    await addRows(rows)
    const ms = performance.now()
    expect(await exportUnderKills(exports, kills)).toEqual([])
    report(`${exports} exports under ${kills} kills: ${Math.round((performance.now() - ms) / 1_000)} s`)
    expect(load.journal.misconduct).toEqual([])
  },
)

planted('a torn file is found', { file, patches: tornFile, timeout }, async () => {
  await addRows(countOf(rows, 40_000))
  await runWith(tornFile)
  const found: string[] = []
  for (let times = 1; times <= 4 && found.length === 0; times++) found.push(...(await exportUnderKills(2, 1)))
  expect(found.join()).toMatch(/digest|rows/)
  await runWith([])
})

async function exportUnderKills(count: number, times: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const body = { of: 'exportPaymentLinks', path: { key: merchant.key }, request: { format: n % 2 ? 'xlsx' : 'csv' } }
    ids.push(contentOf<ExportRow>(await askAs(load, merchant, createExport, { body })).export_id)
    // A user has five that wait; the others ask when there is room.
    if (n % 5 === 4) await killedUntilReady(ids, Math.ceil((times * 5) / count))
  }
  await killedUntilReady(ids, times)
  const found: string[] = []
  // Few files are sent at once.
  for (const id of ids) found.push(...(await findingsOf(id)))
  return found
}

async function killedUntilReady(ids: readonly string[], times: number): Promise<void> {
  for (let kill = 0; kill < times; kill++) {
    const begun = () =>
      deployment.sql('select from export_parts join export_files using (export_id) where status = $1', ['running'])
    if (!(await becomes(async () => (await begun()).length > 0, 30_000))) break
    await delay(Math.random() * 100)
    await deployment.worker.kill()
    await missTheWorker()
    await addRows(100)
    await deployment.worker.start()
  }
  const ended = async () => (await Promise.all(ids.map(read))).every(({ status }) => status === 'ready')
  expect(await becomes(ended, countOf(20 * 60_000, 60_000)), deployment.log.slice(-20).join('\n')).toBe(true)
}

/** What takes ten seconds otherwise: the heartbeats of its jobs have stopped. */
const missTheWorker = () =>
  deployment.sql(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`)

const read = async (id: string): Promise<ExportRow> =>
  contentOf(await askAs(load, merchant, readExport, { path: { export_id: id } }))

/** What is wrong with the file of an export. */
async function findingsOf(id: string): Promise<string[]> {
  const told = await read(id)
  const { token } = anyOf(merchant.sessions)
  const address = `${anyOf(deployment.apis).url}/gateway${addressOf(readExportFile, { export_id: id })}`
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const found: string[] = []
  if (answer.status !== 200) found.push(`${id} answered ${answer.status}`)
  if (createHash('sha256').update(bytes).digest('hex') !== told.digest) found.push(`${id}: the digest does not fit`)
  if (bytes.length !== told.size_bytes) found.push(`${id}: ${bytes.length} bytes in place of ${told.size_bytes}`)
  if (told.format === 'csv') {
    const refs = bytes
      .toString()
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[refAt(bytes)])
    if (refs.length !== told.rows || new Set(refs).size !== refs.length) found.push(`${id}: not all rows once`)
  }
  return found
}
const refAt = (bytes: Buffer): number =>
  bytes.subarray(3, bytes.indexOf('\r\n')).toString().split(',').indexOf('merchant_order_ref')

/** Adds payment links of the merchant, all newer than those that are there. */
async function addRows(count: number): Promise<void> {
  const atOnce = 20_000
  for (let left = count; left > 0; left -= atOnce)
    await deployment.sql(
      `insert into payment_links select made.*
       from (select * from payment_links where merchant_id = (select merchant_id from merchants where key = $1) and environment = 'sandbox' limit 1) as link,
         generate_series(1, $2) as n,
         jsonb_populate_record(null::payment_links, to_jsonb(link) || jsonb_build_object('link_ref', left(md5(n::text || clock_timestamp()) || md5(n::text), 27),
           'merchant_order_ref', 'EX-' || md5(random()::text), 'description', md5(random()::text) || md5(random()::text), 'created_at', clock_timestamp())) as made`,
      [merchant.key, Math.min(left, atOnce)],
    )
}

async function runWith(patches: readonly Patch[]): Promise<void> {
  const source = patches.length > 0 ? await deployment.plant(patches) : sourceRoot
  deployment.worker.change({ source })
  await deployment.worker.kill()
  await deployment.worker.start()
}
