import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { probesOf } from '../probes.ts'
import { countOf, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { anyOf } from './intents.ts'
import { keptSignedIn, type SignedIn } from './invoice-calls.ts'
import { newJournal } from './journal.ts'
import { merchantOf } from './page-calls.ts'
import type { Patch } from './patched-source.ts'
import { packagesReadable, sheetInPieces } from './planted.ts'
import { planted } from './planted-test.ts'

/**
 * Sheets of exceptions that come back while the API that takes them, or the database, is killed: whenever one looks, all of a sheet is
 * done and its verdicts are there, or nothing, and in the end each row is done once.
 */
const rows = countOf(2_000, 200)
const rounds = countOf(20, 1)
const file = import.meta.filename
const timeout = countOf(20 * 60_000, 120_000)

let deployment: Deployment
let signedIn: SignedIn
beforeAll(async () => {
  deployment = await startDeployment()
  signedIn = keptSignedIn(deployment, newJournal(), { sessions: 1 })
  // No run is to work the made-up pair out anew.
  await deployment.worker.kill()
  await makeExceptions()
}, 120_000)
afterAll(async () => deployment.close(), 60_000)

const victims = {
  API: async () => {
    await deployment.apis[0].kill()
    await deployment.apis[0].start()
  },
  PostgreSQL: () => deployment.killPostgres(),
}

test.for(probesOf('kills of a sheet', ['API', 'PostgreSQL'] as const, 1))(
  `%s killed ${rounds} times while a sheet of ${rows} rows is taken`,
  { timeout },
  async (victim) => {
    await work([])
    let looks = 0
    for (let round = 0; round < rounds; round++) {
      const [sheet, key] = [await filledIn(`${victim} ${round}`), randomUUID()]
      const looking = look()
      const first = send(sheet, key).catch(() => null)
      await delay(Math.random() * 1_500)
      await victims[victim]()
      await first
      expect(
        await becomes(async () => (await send(sheet, key).catch(() => null)) === 200, 60_000),
        deployment.log.slice(-20).join('\n'),
      ).toBe(true)
      // The same sheet as another request does nothing.
      expect(await send(sheet, randomUUID())).toBe(200)
      const { seen, times } = await looking.stop()
      looks += times
      expect(seen).toEqual([])
      expect(await counted()).toEqual({ decisions: rows, verdicts: rows })
      await undo()
    }
    report(`${victim}: ${rounds} kills, ${looks} looks, all of a sheet or nothing at each`)
  },
)

planted(
  'a sheet that is done before its verdicts are kept is found',
  { file, patches: [sheetInPieces], timeout },
  async () => {
    await work([sheetInPieces])
    const found: string[] = []
    for (let round = 0; round < 5 && found.length === 0; round++) {
      const looking = look()
      await send(await filledIn(`pieces ${round}`), randomUUID())
      found.push(...(await looking.stop()).seen)
      await undo()
    }
    expect(found.length).toBeGreaterThan(0)
  },
)

/** Lets the API work with this source. */
async function work(patches: readonly Patch[]): Promise<void> {
  const [api] = deployment.apis
  await api.kill()
  api.change({ source: await deployment.plant([packagesReadable, ...patches]) })
  await api.start()
}

const acme = `(select merchant_id from merchants where key = $1)`
const keyOf = async () => merchantOf(await signedIn(), 'acme').key
const msmId = 900

async function makeExceptions(): Promise<void> {
  const values = [await keyOf(), msmId]
  await deployment.sql(
    `insert into recon_pairs (merchant_id, environment, msm_id, leg, source_a, source_b, last_run, answer_run, created_at)
     select ${acme}, 'sandbox', $2, 'settlement', 'FAULT_TXN', 'FAULT_SETTLEMENT', 1, 1, now()`,
    values,
  )
  await deployment.sql(
    `insert into recon_outcomes (merchant_id, environment, msm_id, from_run, side, key, data_source, type, at, day, gross, currency, fee, tax, passed_on,
       net_currency, provider_ref, merchant_ref, method, account_id, batch, country, brand_id, marketplace_id, sku_id, quantity, status, mismatches,
       group_id, is_lead, rule_key, rules_version, amount_off, fee_off, tax_off, days_off, tolerated, evidence, is_open, said)
     select ${acme}, 'sandbox', $2, 1, 'a', 'told:' || n, 'FAULT_TXN', 'payment', now(), current_date, 10, 'SGD', 0, 0, 0, '', 'F' || n, '', '', '', '', '',
       '', '', '', '', 'missing_in_settlement', '{}', gen_random_uuid(), true, '', 0, 0, 0, 0, 0, 0, '{}', true, gen_random_uuid()
     from generate_series(1, ${rows}) n`,
    values,
  )
}

const headers = async () => ({
  authorization: `Bearer ${anyOf(merchantOf(await signedIn(), 'acme').sessions).token}`,
})
/** The exceptions as a sheet in which all wait for a day. */
async function filledIn(reason: string): Promise<string> {
  const answer = await fetch(`${deployment.apis[0].url}/gateway/api/recon/exceptions/export`, {
    method: 'POST',
    headers: { ...(await headers()), 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'csv', filters: { data_source: 'FAULT_TXN' } }),
  })
  const [head = '', ...lines] = (await answer.text()).trim().split('\r\n')
  expect(lines, head).toHaveLength(rows)
  return [head, ...lines.map((line) => line.replace(/,,,$/, `expect,${reason},2999-01-01,`))].join('\r\n')
}
async function send(sheet: string, key: string): Promise<number> {
  const form = new FormData()
  form.set('dry_run', 'false')
  form.set('file', new Blob([sheet]), 'exceptions.csv')
  const asked = { method: 'POST', headers: { ...(await headers()), 'idempotency-key': key }, body: form }
  return (await fetch(`${deployment.apis[0].url}/gateway/api/recon/exceptions/import`, asked)).status
}

/** Decisions that hold, and the verdicts that say so. */
async function counted(): Promise<{ decisions: number; verdicts: number }> {
  const [row] = await deployment.sql<{ decisions: number; verdicts: number }>(
    `select (select count(*)::int from recon_decisions where merchant_id = ${acme} and msm_id = $2) as decisions,
       (select count(*)::int from recon_exception_import_rows where merchant_id = ${acme} and is_done) as verdicts`,
    [await keyOf(), msmId],
  )
  return row ?? { decisions: 0, verdicts: 0 }
}
async function undo(): Promise<void> {
  const key = [await keyOf()]
  await deployment.sql(`delete from recon_decision_records where merchant_id = ${acme}`, key)
  await deployment.sql(`delete from recon_decisions where merchant_id = ${acme}`, key)
  await deployment.sql(`delete from recon_exception_imports where merchant_id = ${acme}`, key)
}

/** Looks all the time, and keeps what is neither whole nor nothing. */
function look() {
  const seen: string[] = []
  let times = 0
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      const found = await counted().catch(() => null)
      if (found) times += 1
      if (found && (found.decisions !== found.verdicts || ![0, rows].includes(found.decisions))) seen.push(JSON.stringify(found))
      await delay(5)
    }
  })()
  return {
    async stop() {
      isOver = true
      await looking
      return { seen, times }
    },
  }
} // prettier-ignore
