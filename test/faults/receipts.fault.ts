import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailServer } from '#server/messages/fixtures.ts'
import { askUntilCertain, signIn, type Load } from './client.ts'
import { createIntent, anyOf } from './intents.ts'
import { countOf } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { newJournal } from './journal.ts'
import type { Patch } from './patched-source.ts'
import { mailOfEachTime, receiptDeaths, receiptOfEachRun } from './planted.ts'
import { planted } from './planted-test.ts'
import { pay } from './shoppers.ts'

/**
 * A shopper's receipt, while the worker that sends it is killed on the way. It is written once. It is handed to the mail server
 * at least once and always under one Message-ID: a worker that is killed between the hand-over and the note of it cannot
 * tell, so the next one hands it over again.
 */
const receipts = countOf(20, 1)
const deaths = 3
const file = import.meta.filename
const timeout = countOf(20 * 60_000, 60_000)
let deployment: Deployment
let load: Load
let mails: Awaited<ReturnType<typeof openMailServer>>

beforeAll(async () => {
  mails = await openMailServer()
  deployment = await startDeployment()
  const journal = newJournal()
  load = { deployment, journal, merchants: await signIn(deployment, journal, { sessions: 1 }) }
}, 120_000)
afterAll(async () => {
  await deployment.close()
  await mails.close()
}, 60_000)

test(
  `a worker that dies with a receipt written, before it is handed over and after that, ${receipts} times: one receipt`,
  { timeout },
  async () => {
    const source = await deployment.plant(receiptDeaths)
    for (let n = 0; n < receipts; n++)
      expect(await receiptThroughDeaths(source, `${n}`)).toEqual({
        // Before each death and at the end; the last death is the one between hand-over and note.
        handedOver: [0, 0, 1, 2],
        messageIds: 1,
        written: [{ state: 'sent', entries: 1 }],
      })
  },
)

planted(
  'a receipt that each run of its job writes is found',
  { file, patches: [receiptOfEachRun], timeout },
  async () => {
    const found = await receiptThroughDeaths(await withPlanted(receiptOfEachRun), 'each-run')
    expect(found.written).toHaveLength(2)
  },
)

planted(
  'a mail under another Message-ID each time is found',
  { file, patches: [mailOfEachTime], timeout },
  async () => {
    const found = await receiptThroughDeaths(await withPlanted(mailOfEachTime), 'each-time')
    expect(found.messageIds).toBe(2)
  },
)

const withPlanted = (patch: Patch) => deployment.plant([...receiptDeaths, patch])

/**
 * Pays with an address for the receipt, and lets the worker of this source die at each place until the mail is noted as
 * sent.
 */
async function receiptThroughDeaths(source: string, name: string) {
  const { worker } = deployment
  const folder = join(deployment.dataDir, `deaths-${name}`)
  await mkdir(folder)
  await worker.kill()
  worker.change({ source, env: { SMTP_URL: mails.url, DEATHS_IN: folder } })
  const before = worker.crashes.length
  await worker.start()

  const created = createIntent(anyOf(load.merchants))
  await askUntilCertain(load, created)
  const attempted = await pay(load, created, 'success')
  const recipient = `${attempted.mark}@shop.example`
  const received = () => mails.taken.filter(({ to }) => to.includes(recipient))

  const handedOver: number[] = []
  for (let death = 1; death <= deaths; death++) {
    expect(await becomes(() => worker.crashes.length - before >= death, timeout), `death ${death}`).toBe(true)
    handedOver.push(received().length)
    await giveUpJobs()
    await worker.start()
  }
  const written = () =>
    deployment.sql<{ state: string; entries: number }>(
      `select state, (select count(*)::int from timeline t where t.object_ref = about_ref and t.event = 'receipt_paid') as entries
       from messages where recipient = $1`,
      [recipient],
    )
  const isOver = async () => {
    const unfinished = `select from pgboss.job where name = 'send-receipt' and state < 'completed' and data->>'orderRef' = $1`
    if ((await deployment.sql(unfinished, [attempted.answer?.ref])).length > 0) return false
    return (await written()).every(({ state }) => state === 'sent')
  }
  expect(await becomes(isOver, timeout), 'it is sent').toBe(true)
  handedOver.push(received().length)
  const messageIds = new Set(received().map(({ mail }) => mail.messageId)).size
  return { handedOver, messageIds, written: await written() }
}

/** The jobs of the worker that has died are due again, and not only after the 10 s without a sign of it. */
const giveUpJobs = () =>
  deployment.sql(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`)
