import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quietHours, reminderPlan } from '#contract/invoice-reminders.ts'
import { reminderUnits, type InvoiceReminder } from '#contract/invoice-parts.ts'
import { recordInvoicePayment } from '#contract/invoices.ts'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import { openMailServer } from '#server/messages/fixtures.ts'
import { countOf, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { anyOf } from './intents.ts'
import { askAs, contentOf, dayFromNow, draftInvoice, keptSignedIn, type SignedIn } from './invoice-calls.ts'
import { newJournal } from './journal.ts'
import { merchantOf } from './page-calls.ts'
import type { Patch } from './patched-source.ts'
import { claimAfterSend, movedClock, remindThePaid } from './planted.ts'
import { planted } from './planted-test.ts'
import { ReminderModel } from './reminder-model.ts'

/**
 * Reminders over changes of the clocks in twelve zones, while nobody works for an hour, a day or a month, the workers are killed, and
 * customers pay: each gets what the plan said less what the rules skip, nobody twice, and nobody after they have paid. The clock of
 * the workers is moved on; everything else is as it runs in earnest.
 */
const zones = [
  'America/New_York', 'America/Santiago', 'Europe/Berlin', 'Europe/London', 'Africa/Cairo', 'Africa/Casablanca', 'Asia/Beirut',
  'Asia/Kathmandu', 'Asia/Singapore', 'Australia/Lord_Howe', 'Pacific/Auckland', 'Pacific/Pago_Pago',
] as const // prettier-ignore
const hour = 3_600_000
/** Days about which clocks change: forward in the north and back in the south, and the other way round. */
const changes = ['2027-03-28', '2027-10-31'].slice(0, countOf(2, 1))
const invoices = countOf(2_000, 12)
const stops = countOf(20, 2)
const killedEveryMs = countOf(10_000, 5_000)
const file = import.meta.filename
const timeout = countOf(60 * 60_000, 300_000)

let deployment: Deployment
let signedIn: SignedIn
let mails: Awaited<ReturnType<typeof openMailServer>>

beforeAll(async () => {
  mails = await openMailServer()
  deployment = await startDeployment()
  signedIn = keptSignedIn(deployment, newJournal(), { sessions: 2 })
}, 120_000)
afterAll(async () => {
  await deployment.close()
  await mails.close()
}, 60_000)

test(
  `${invoices} invoices over ${zones.length} zones, ${stops} times nobody works for an hour to a month`,
  { timeout },
  async () => {
    for (const change of changes) {
      await work([])
      const { found, sent } = await remindThrough(change, invoices / changes.length)
      expect(found, deployment.log.slice(-20).join('\n')).toEqual([])
      report(`${change}: ${sent} reminders to ${invoices / changes.length} customers`)
    }
    expect((await signedIn()).journal.misconduct).toEqual([])
  },
)

planted('a reminder that is claimed after it was sent is found', { file, patches: claimAfterSend, timeout }, () =>
  expectFound(claimAfterSend),
)
planted('a reminder of what is paid is found', { file, patches: [remindThePaid], timeout }, () =>
  expectFound([remindThePaid]),
)

/** Reminds again and again until the planted fault has left its trace. */
async function expectFound(patches: readonly Patch[]): Promise<void> {
  await work(patches)
  const found: object[] = []
  for (let times = 1; times <= 10 && found.length === 0; times++)
    found.push(...(await remindThrough(changes[0] ?? '', 24, 15_000)).found)
  expect(found.length).toBeGreaterThan(0)
}

/** Lets two workers of this source work, with a clock that can be moved. */
async function work(patches: readonly Patch[]): Promise<void> {
  const source = await deployment.plant([...movedClock, ...patches])
  const clock = join(deployment.dataDir, 'clock')
  await writeFile(clock, '0')
  for (const worker of [deployment.worker, deployment.secondWorker]) {
    await worker.kill()
    worker.change({ source, env: { SMTP_URL: mails.url, CLOCK_FILE: clock } })
    await worker.start()
  }
}

interface Reminded {
  ref: string
  email: string
  model: ReminderModel
}

/** Sends invoices that are due about a day, moves the clock over their reminders, and compares with the model after each stop. */
async function remindThrough(
  change: string,
  count: number,
  patience = patienceMs,
): Promise<{ found: object[]; sent: number }> {
  const reminded: Reminded[] = []
  for (let n = 0; n < count; n += 20)
    reminded.push(
      ...(await Promise.all(Array.from({ length: Math.min(20, count - n) }, (_, at) => sendInvoice(n + at, change)))),
    )
  const killing = killWorkers()
  try {
    return await compareAt(momentsFrom(Date.parse(`${dayAfter(change, -12)}T00:20:00Z`)), reminded, patience)
  } finally {
    await killing.end()
  }
}

async function compareAt(moments: readonly number[], reminded: readonly Reminded[], patience: number) {
  for (const now of moments) {
    await payFor(someOf(reminded, 0.03))
    // Of what was sent nothing is under way when the clock moves: it would be given up as days old.
    expect(await becomes(allSettled, settledMs), 'mails are under way for minutes').toBe(true)
    await deployment.sql(`delete from pgboss.job where name = 'remind-of-invoice'`)
    await writeFile(join(deployment.dataDir, 'clock'), String(now - Date.now()))
    for (const { model } of reminded) model.work(now)
    await becomes(async () => (await differences(reminded)).length === 0, patience)
    await becomes(allSettled, patience)
    const found = [...(await differences(reminded)), ...twiceOrMissing(reminded)]
    if (found.length > 0) return { found, sent: 0 }
  }
  return { found: [], sent: reminded.flatMap(({ model }) => model.reminders).filter(isSent).length }
}
/** How long workers that are killed may take for all that is due. */
const patienceMs = countOf(300_000, 60_000)
/** How long mails may take: the job of a worker that is killed comes back after its heartbeat, and its next worker may be killed too. */
const settledMs = countOf(300_000, 120_000)
const isSent = ({ became }: { became: string }) => became === 'sent'

const allSettled = async () =>
  (await deployment.sql(`select from messages where state = 'pending' and about_type = 'invoice' limit 1`)).length === 0

/**
 * Moments at which somebody works again: after hours, a day or two, and once after a month. None is a day after another, or the 22
 * hours after which a reminder waits: seconds would decide.
 */
function momentsFrom(first: number): number[] {
  const moments = [first]
  for (let stop = 1; stop < stops; stop++) {
    const last = moments.at(-1) ?? 0
    const clear = [1, 3, 5, 9, 26, 47, 53].filter((length) =>
      moments.every((one) => ![22, 24].includes((last + length * hour - one) / hour)),
    )
    moments.push(last + (anyOf(clear) ?? 53) * hour)
  }
  return [...moments, (moments.at(-1) ?? 0) + (30 * 24 + 1) * hour]
}

/** An invoice to a customer of an address of their own, with up to six reminders about its due day. */
async function sendInvoice(n: number, change: string): Promise<Reminded> {
  const timeZone = zones[n % zones.length] ?? 'UTC'
  const email = `${randomUUID()}@shop.example`
  const due = dayAfter(change, (n % 7) - 3)
  const reminders = Array.from({ length: 1 + (n % 6) }, anyReminder)
  const load = await signedIn()
  const customer = { name: 'Mei Tan', email, time_zone: timeZone }
  const fields = { customer, due_date: due, reminders, send_immediately: true }
  const { invoice_ref } = await draftInvoice(load, merchantOf(load, 'acme'), fields)
  const planned = reminderPlan(reminders, due, { timeZone, ...quietHours }, { now: new Date() })
  const moments = planned.map(({ unit, time, at }) => ({ unit, time, at: at.getTime() }))
  return { ref: invoice_ref, email, model: new ReminderModel(timeZone, moments) }
}

const anyReminder = (): InvoiceReminder => {
  const unit = anyOf(reminderUnits)
  return { unit, time: 1 + Math.floor(Math.random() * (unit.startsWith('hours') ? 200 : 9)) }
}

/** Some of those who have not paid do, in cash. */
async function payFor(some: readonly Reminded[]): Promise<void> {
  for (const { ref, model } of some) {
    const load = await signedIn()
    const body = { amount: 100, received_on: dayFromNow(0), method: 'cash', evidence: 'till 4' }
    contentOf(await askAs(load, merchantOf(load, 'acme'), recordInvoicePayment, { path: { ref }, body }))
    model.isPaid = true
  }
}
const someOf = (all: readonly Reminded[], share: number) =>
  all.filter(({ model }) => !model.isPaid && Math.random() < share)

/** Kills one of the workers again and again, until it is to end. */
function killWorkers(): { end(): Promise<void> } {
  const ending = new AbortController()
  const kill = async () => {
    for (;;) {
      await delay(killedEveryMs * (0.5 + Math.random()), undefined, { signal: ending.signal })
      const worker = anyOf([deployment.worker, deployment.secondWorker])
      await worker.kill()
      await worker.start()
    }
  }
  const killing = kill().catch((error: unknown) => {
    if (!ending.signal.aborted) throw error
  })
  return {
    end() {
      ending.abort()
      return killing
    },
  }
}

/** Where what became of the reminders is not what the model says. */
async function differences(reminded: readonly Reminded[]): Promise<object[]> {
  const rows = await deployment.sql<{ ref: string; unit: string; time: number; became: string }>(
    `select invoice_ref as ref, unit, time, case state when 'planned' then '' when 'sent' then state else reason end as became
     from invoice_reminders where invoice_ref = any ($1)`,
    [reminded.map(({ ref }) => ref)],
  )
  const found = new Map(rows.map(({ ref, unit, time, became }) => [`${ref} ${unit} ${time}`, became]))
  return reminded.flatMap(({ ref, model }) =>
    model.reminders.flatMap(({ unit, time, became, at }) => {
      const seen = found.get(`${ref} ${unit} ${time}`)
      return seen === became
        ? []
        : [{ ref, unit, time, at: new Date(at), zone: model.timeZone, expected: became, seen }]
    }),
  )
}

/** Customers who got another number of mails than the invoice and each reminder that went, each counted once. */
function twiceOrMissing(reminded: readonly Reminded[]): object[] {
  const ids = new Map<string, Set<string>>()
  for (const { to, mail } of mails.taken)
    for (const address of to) ids.set(address, (ids.get(address) ?? new Set()).add(mail.messageId ?? ''))
  return reminded.flatMap(({ email, model }) => {
    const expected = 1 + model.reminders.filter(isSent).length
    const got = ids.get(email)?.size ?? 0
    return got === expected ? [] : [{ email, expected, got }]
  })
}
