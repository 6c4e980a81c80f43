import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from '#contract/faults.ts'
import { updateInvoice } from '#contract/invoices.ts'
import { signIn, type Load } from './client.ts'
import { countOf, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { askAs, contentOf, draftInvoice, saveSettings, type ShownInvoice } from './invoice-calls.ts'
import type { Merchant } from './intents.ts'
import { newJournal } from './journal.ts'
import { checkSeries, type Issued, type NumberedRow } from './number-checker.ts'
import { merchantOf } from './page-calls.ts'
import { sourceRoot, type Patch } from './patched-source.ts'
import { sequenceOfNumbers, sequenceInPlaceOfCounter, takenBack } from './planted.ts'
import { planted } from './planted-test.ts'

/**
 * Numbers of a series: many issue at once over two APIs, a tenth of the issues is rolled back after the number was drawn, and an API
 * and PostgreSQL are killed meanwhile. Each round has a series of its own.
 */
const rounds = countOf(20, 1)
const issuers = countOf(32, 16)
const each = countOf(25, 6)
const file = import.meta.filename
const timeout = countOf(60 * 60_000, 90_000)
let deployment: Deployment
let load: Load
let merchant: Merchant

beforeAll(async () => {
  deployment = await startDeployment()
  const journal = newJournal()
  load = { deployment, journal, merchants: await signIn(deployment, journal, { sessions: countOf(8, 2) }) }
  merchant = merchantOf(load, 'borneo')
}, 120_000)
afterAll(() => deployment.close(), 60_000)

test(
  `${issuers} who issue ${each} each while an API and PostgreSQL are killed, ${rounds} times: 1 to n in the order of issue`,
  { timeout },
  async () => {
    await runWith([takenBack])
    for (let round = 1; round <= rounds; round++) {
      const { found, count } = await issueAll(`R${round}-`, killing)
      expect(found, deployment.log.slice(-20).join('\n')).toEqual([])
      report(`round ${round}: ${count} numbers`)
    }
    expect(load.journal.misconduct).toEqual([])
    expect(await verify()).toEqual({ code: 0, output: 'The invoices hold.\n' })
  },
)

test('a gap that was made by hand is found by the tool, and by the job', { timeout }, async () => {
  await runWith([])
  await issueAll('HAND-', async () => {}, { issuers: 1, each: 2 })
  await deployment.sql(`update invoice_series set counter = counter + 2 where stem = 'HAND-#'`)
  const after = await issueAll('HAND-', async () => {}, { issuers: 1, each: 1 })
  expect(after.found).toContain('5 comes after 2')
  const { code, output } = await verify()
  expect(code).toBe(1)
  expect(output).toMatch(/no gap but the declared: invoice HAND-#: 3\n.*invoice HAND-#: 4\n2 findings\.\n$/)
  // It looks at what has no job soon after its start.
  await restart(deployment.worker)
  const alarms = async () => (await deployment.sql(`select from notices where kind = 'ledger_alarm'`)).length
  expect(await becomes(async () => (await alarms()) === 2, 30_000)).toBe(true)
})

const sequence = { file, patches: [sequenceInPlaceOfCounter, takenBack], timeout }
planted('a sequence in place of the locked counter is found', sequence, async () => {
  await runWith(sequence.patches)
  await deployment.sql(sequenceOfNumbers)
  const { found } = await issueAll('SEQ-', async () => {}, { issuers: 16, each: 10 })
  expect(found).toContainEqual(expect.stringMatching(/comes after/))
})

/** Lets so many issue invoices of a new series, and holds its rows against what they were told. */
async function issueAll(
  prefix: string,
  meanwhile: () => Promise<void>,
  crowd = { issuers, each },
): Promise<{ found: string[]; count: number }> {
  await saveSettings(load, merchant, { number_pattern: `${prefix}{####}` })
  const issued: Issued[] = []
  const issuing = Array.from({ length: crowd.issuers }, async () => {
    for (let turn = 0; turn < crowd.each; turn++) issued.push(await issue())
    await draftInvoice(load, merchant)
  })
  await Promise.all([...issuing, meanwhile()])
  const rows = await deployment.sql<NumberedRow>(
    `select i.invoice_ref as ref, i.status, i.invoice_number as number, i.counter::int, (extract(epoch from i.sent_at) * 1000)::float8 as "sentAt"
     from invoices i where i.status = 'created' or i.stem = $1`,
    [`${prefix}#`],
  )
  return { found: checkSeries(prefix, rows, issued), count: issued.length }
}

/** Issues a new invoice. Where that is rolled back, it is asked for again. */
async function issue(): Promise<Issued> {
  const { invoice_ref: ref, revision } = await draftInvoice(load, merchant)
  for (;;) {
    const askedAt = performance.now()
    const body = { revision, marked_as_sent: true }
    const answer = await askAs(load, merchant, updateInvoice, { path: { key: merchant.key, ref }, body })
    const heardAt = performance.now()
    if (answer.reason === faults.wrongState.reason) continue
    return { ref, number: contentOf<ShownInvoice>(answer).invoice_number, askedAt, heardAt }
  }
}

/** An API dies, and then PostgreSQL. */
async function killing(): Promise<void> {
  await delay(Math.random() * 1_000)
  await restart(deployment.apis[Math.random() < 0.5 ? 0 : 1])
  await delay(Math.random() * 1_000)
  await deployment.killPostgres()
}

async function runWith(patches: readonly Patch[]): Promise<void> {
  const source = patches.length === 0 ? sourceRoot : await deployment.plant(patches)
  await Promise.all(
    deployment.apis.map(async (api) => {
      api.change({ source })
      await restart(api)
    }),
  )
}
async function restart(part: Deployment['worker']): Promise<void> {
  await part.kill()
  await part.start()
}

/** `npm run invoices:verify`. */
function verify(): Promise<{ code: number; output: string }> {
  const env = { ...deployment.settings, DATABASE_URL: deployment.ownerUrl }
  const tool = join(sourceRoot, 'tools/invoices-verify.ts')
  return new Promise((resolve) =>
    execFile(process.execPath, [tool], { env }, (error, output) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output }),
    ),
  )
}
