import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOf, full, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { anyOf } from './intents.ts'
import { newJournal } from './journal.ts'
import { payoutFindings, type PayoutFinding } from './payout-checker.ts'
import { openDesk, type Desk, type Details } from './payout-desk.ts'
import type { Person } from './payout-people.ts'
import { payoutKeyOfEachTry } from './planted.ts'
import { planted } from './planted-test.ts'

/** SIGKILL for each part in turn while people make payouts and let them go, and the bank lies about them. */
const rounds = countOf(20, 1)
const file = import.meta.filename
const timeout = countOf(60 * 60_000, 120_000)
let deployment: Deployment
let desk: Desk
let [vera, anna] = [] as unknown as [Person, Person]
/** One that always has enough, and one that waits for money. */
let accounts: { rich: string; poor: string }

beforeAll(async () => {
  deployment = await startDeployment()
  desk = await openDesk(deployment, newJournal())
  vera = await desk.person('payouts-verify-user', 'Vera')
  anna = await desk.person('payouts-approve-user', 'Anna')
  const custodian = await desk.person('payouts-admin', 'Cleo')
  accounts = { rich: await desk.account(custodian, 500_000_000n), poor: await desk.account(custodian, 0n) }
}, 120_000)
afterAll(async () => {
  await desk.close()
  await deployment.close()
}, 60_000)

test(
  `kill -9 of the worker, an API and PostgreSQL under payouts, ${rounds} rounds of each: each is paid once, and all balances agree`,
  { timeout },
  async () => {
    await underPayouts(async () => {
      for (let round = 1; round <= rounds; round++) {
        for (const part of [deployment.worker, anyOf(deployment.apis)]) {
          await delay(200 + Math.random() * 800)
          await part.kill()
          await part.start()
        }
        await delay(200 + Math.random() * 800)
        await deployment.killPostgres()
        await goesOn()
      }
    })
    const findings = await findingsAtRest(countOf(600_000, 60_000))
    const ends = await deployment.sql<{ status: string; n: number }>(
      'select status, count(*)::int as n from payouts group by 1 order by 2 desc',
    )
    report(`${desk.wishes.length} payouts: ${ends.map(({ status, n }) => `${n} ${status}`).join(', ')}`)
    report(`call-backs: ${JSON.stringify(deployment.relay.counts)}; slowest answer ${desk.journal.slowestMs} ms`)
    report(JSON.stringify(desk.journal.answers))
    expect(findings, deployment.log.slice(-5).join('\n')).toEqual([])
    expect(ends.map(({ status }) => status)).toEqual(expect.arrayContaining(['Success', 'Failed', 'Returned']))
    expect(desk.journal.misconduct).toEqual([])
  },
)

planted('a new key on each retry is found', { file, patches: payoutKeyOfEachTry, timeout }, async () => {
  // A call-back would tell of the payment before it is made again.
  deployment.relay.lose(() => true)
  await deployment.worker.kill()
  deployment.worker.change({ source: await deployment.plant(payoutKeyOfEachTry) })
  await deployment.worker.start()
  await desk.make([1, 2, 3].map(() => wish('Sim error after effect')))
  const found = async () => {
    await letGo()
    const findings = await payoutFindings(deployment, desk.wishes)
    return findings.some(({ rule }) => rule === 'the bank pays nothing that was not let go')
  }
  expect(await becomes(found, 60_000)).toBe(true)
})

/**
 * What the bank does, by the name of whom it is to pay; short runs do not wait for an answer that never comes. One that contradicts itself
 * is left out: which of its words comes first is chance, and by the other one the balances differ until people have cleared it up.
 */
const holders = [
  'Supplier Pte Ltd', 'Supplier Pte Ltd', 'Sim error after effect', 'Sim error before effect', 'Sim never seen', 'Sim callbacks thrice',
  'Sim callbacks late', 'Sim callbacks reversed', 'Sim callbacks never', 'Sim invalid account', 'Sim account closed', 'Sim bank offline',
  'Sim returned', 'Sim returned less', full ? 'Sim no answer' : 'Sim error after effect',
] // prettier-ignore

function wish(holder: string): Details {
  const accountNo = Math.random() < 0.2 ? accounts.poor : accounts.rich
  const amountMinor = BigInt(1_000 + Math.floor(Math.random() * 50_000))
  return { accountNo, amountMinor, holder, number: String(10_000_000 + holders.indexOf(holder)) }
}
const anyWish = () => wish(anyOf(holders))

/** People make payouts, let them go, cancel some and pay in, while `work` does its damage. */
async function underPayouts(work: () => Promise<void>): Promise<void> {
  let stopping = false
  const making = Array.from({ length: 3 }, async () => {
    while (!stopping) {
      const made = await desk.make(Array.from({ length: 1 + Math.floor(Math.random() * 3) }, anyWish))
      await desk.deposit(accounts.poor, BigInt(Math.floor(Math.random() * 10_000) + 1))
      const [first] = made
      if (first?.answer?.status === 200 && Math.random() < 0.05) await desk.cancel(first.answer.ref)
      await delay(100 + Math.random() * 300)
    }
  })
  const deciding = (async () => {
    while (!stopping) await letGo()
  })()
  try {
    await work()
  } finally {
    stopping = true
    await Promise.all([...making, deciding])
  }
}

/** Everything that waits for people is verified and approved; what the bank would be asked for later is asked for now. */
async function letGo(): Promise<void> {
  await delay(200)
  for (const [person, act] of [
    [vera, 'verify'],
    [anna, 'approve'],
  ] as const) {
    // prettier-ignore
    // PostgreSQL may be down at this moment.
    const sent = await desk.code(person, act).catch(() => null)
    if (sent) await desk.decide(person, act, { otp: sent.code })
  }
  await deployment.sql(soon).catch(() => [])
}
const soon = `update pgboss.job set start_after = now()
  where name in ('send-payout', 'check-account-name') and state in ('created', 'retry') and start_after > now() + interval '1 second'`

/** Another payout is acknowledged. */
async function goesOn(): Promise<void> {
  const made = () => desk.wishes.filter(({ answer }) => answer?.status === 200).length
  const before = made()
  expect(await becomes(() => made() > before, 30_000), 'it goes on').toBe(true)
}

/** Waits until nothing is under way here or at the bank, or for as long as the patience is. */
async function findingsAtRest(patienceMs: number): Promise<PayoutFinding[]> {
  let findings: PayoutFinding[] = []
  // What still waits for money gets it.
  await desk.deposit(accounts.poor, 100_000_000n)
  await becomes(async () => {
    await letGo()
    findings = await payoutFindings(deployment, desk.wishes)
    return findings.length === 0
  }, patienceMs)
  return findings
}
