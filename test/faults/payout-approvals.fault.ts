import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Answer } from './client.ts'
import { countOf, full, report } from './counts.ts'
import { becomes, startDeployment, type Deployment } from './deployment.ts'
import { anyOf } from './intents.ts'
import { newJournal } from './journal.ts'
import { sourceRoot } from './patched-source.ts'
import { payoutFindings, type PayoutFinding } from './payout-checker.ts'
import { openDesk, type Desk, type Details } from './payout-desk.ts'
import type { Person } from './payout-people.ts'
import { anotherAmount, anotherDigit, anotherRemark, runRace, someDetails } from './payout-race.ts'
import { raceFindings, type RaceRule } from './payout-race-checker.ts'
import { apiClockOff, codeOfAnyRevision, repeatsAsOthers } from './planted.ts'
import { planted } from './planted-test.ts'

/** Codes over two APIs: many people at once on the same payouts, many guesses at once, and an API whose clock is a day off. */
const payouts = countOf(1_000, 40)
const people = countOf(10, 3)
const guesses = 50
const rounds = countOf(40, 2)
const file = import.meta.filename
const timeout = countOf(60 * 60_000, 120_000)
let deployment: Deployment
let desk: Desk
let [verifiers, approvers, vera] = [[], []] as unknown as [Person[], Person[], Person]
let accountNo: string

beforeAll(async () => {
  deployment = await startDeployment()
  desk = await openDesk(deployment, newJournal())
  for (let n = 1; n <= people; n++) {
    verifiers.push(await desk.person('payouts-verify-user', `Verifier ${n}`))
    approvers.push(await desk.person('payouts-approve-user', `Approver ${n}`))
  }
  vera = verifiers[0] as Person
  accountNo = await desk.account(await desk.person('payouts-admin', 'Cleo'), 900_000_000n)
}, 120_000)
afterAll(async () => {
  await desk.close()
  await deployment.close()
}, 60_000)

const field = () => ({ accountNo, payouts, verifiers, approvers, edits: payouts / 2, cancels: payouts / 4 })

test(
  `${payouts} payouts under ${people} verifiers, ${people} approvers, edits and cancels at once: each is let go once, as its message told`,
  { timeout },
  async () => {
    const change = (details: Details) => anyOf([anotherAmount, anotherDigit, anotherRemark])(details)
    const race = await runRace(desk, { ...field(), change })
    const edits = race.racing.reduce((sum, one) => sum + one.edits.length, 0)
    report(`${edits} edits and ${race.cancelled.size} cancels were taken; ${JSON.stringify(race.answers)}`)
    expect(await findingsAtRest(), deployment.log.slice(-20).join('\n')).toEqual([])
    expect(await raceFindings(deployment, race)).toEqual([])
    expect(desk.journal.misconduct).toEqual([])
    report(`slowest answer ${desk.journal.slowestMs} ms`)
  },
)

test(`${guesses} guesses at once over two APIs, ${rounds} times: five are looked at`, { timeout }, async () => {
  const ref = await makeOne()
  for (let round = 1; round <= rounds; round++) {
    const { code } = await codeFor(ref)
    const answers = await Promise.all(
      Array.from({ length: guesses }, (_, n) =>
        verify(ref, String((Number(code) + n + 1) % 1_000_000).padStart(6, '0'), n),
      ),
    )
    const count = (reason: string) => answers.filter((answer) => answer?.reason === reason).length
    expect([count('OTP_INCORRECT'), count('PAYOUT_CODES_LOCKED')]).toEqual([
      limits.payoutCodeTries,
      guesses - limits.payoutCodeTries,
    ])
    expect(await verify(ref, code)).toMatchObject({ status: 429, reason: 'PAYOUT_CODES_LOCKED' })
  }
  expect(await statusOf(ref)).toBe('Created')
  await desk.cancel(ref)
})

test(
  'a code that comes four times at once is taken once, a request that does is answered alike, and a change of one digit ends a code',
  { timeout },
  async () => {
    const ref = await makeOne()
    const { code } = await codeFor(ref)
    const answers = await Promise.all([0, 1, 2, 3].map((n) => verify(ref, code, n)))
    expect(answers.map((answer) => answer?.reason).filter((reason) => reason === 'OTP_INCORRECT')).toHaveLength(3)
    expect(await statusOf(ref)).toBe('Verified')

    const again = await makeOne()
    expect(await answeredAlike(again)).toEqual([200, 200, 200, 200])
    expect(await statusOf(again)).toBe('Verified')

    const details = someDetails(accountNo)
    const [wish] = await desk.make([details])
    const other = wish?.answer?.ref ?? ''
    const { code: before } = await codeFor(other)
    expect((await desk.edit(other, 1, anotherDigit(details), wish?.mark ?? ''))?.status).toBe(200)
    expect(await verify(other, before)).toMatchObject({ status: 409, reason: 'PAYOUT_CHANGED' })
    expect(await verify(other, before)).toMatchObject({ status: 400, reason: 'OTP_INCORRECT' })
    expect(await statusOf(other)).toBe('Created')
    for (const one of [ref, again, other]) await desk.cancel(one)
  },
)

const day = 86_400_000
test.for(full ? [day, -day] : [day])(
  'a code is good at 9:59 and not at 10:01 by the clock of the database, at an API whose own is %i ms off',
  { timeout },
  async (offMs) => {
    await restart(1, await deployment.plant(apiClockOff), { CLOCK_OFF_MS: String(offMs) })
    try {
      const ref = await makeOne()
      // The second that is left may pass on a busy machine, and then it proves nothing.
      let [answer, ms] = await verifiedAt(ref, 599)
      for (let tries = 1; tries <= 10 && ms > 900; tries++) [answer, ms] = await verifiedAt(ref, 599)
      expect(answer?.status).toBe(200)
      const late = await makeOne()
      expect((await verifiedAt(late, 601))[0]).toMatchObject({ status: 400, reason: 'OTP_EXPIRED' })
      for (const one of [ref, late]) await desk.cancel(one)
    } finally {
      await restart(1, sourceRoot)
    }
  },
)

planted(
  'a repeated request that is answered otherwise is found',
  { file, patches: repeatsAsOthers, timeout },
  async () => {
    const source = await deployment.plant(repeatsAsOthers)
    for (const api of [0, 1] as const) await restart(api, source)
    const statuses = new Set<number | undefined>()
    for (let times = 1; times <= 10 && !statuses.has(400); times++)
      for (const status of await answeredAlike(await makeOne())) statuses.add(status)
    expect(statuses).toEqual(new Set([200, 400]))
  },
)

const found: RaceRule = 'a code from before a change lets nothing go after it'
planted('a code that is good for any revision is found', { file, patches: codeOfAnyRevision, timeout }, async () => {
  const source = await deployment.plant(codeOfAnyRevision)
  for (const api of [0, 1] as const) await restart(api, source)
  const rules = new Set<RaceRule>()
  for (let times = 1; times <= 10 && !rules.has(found); times++) {
    const race = await runRace(desk, {
      ...field(),
      payouts: 10,
      edits: 20,
      cancels: 0,
      pauseMs: 1_500,
      change: anotherRemark,
    })
    for (const { rule } of await raceFindings(deployment, race)) rules.add(rule)
  }
  expect(rules).toContain(found)
})

async function makeOne(): Promise<string> {
  const [wish] = await desk.make([someDetails(accountNo)])
  return wish?.answer?.ref ?? ''
}
async function codeFor(ref: string): Promise<{ code: string }> {
  const code = await desk.code(vera, 'verify', [ref])
  if (!code) throw new Error('no code')
  return code
}
const verify = (ref: string, otp: string, api?: number, key?: string): Promise<Answer | null> =>
  desk.decide(vera, 'verify', { otp, txn_refs: [ref] }, { api, key })

/** What one request with a code is answered that is sent four times at once. */
async function answeredAlike(ref: string): Promise<(number | undefined)[]> {
  const [{ code }, key] = [await codeFor(ref), randomUUID()]
  const answers = await Promise.all([0, 1, 2, 3].map((n) => verify(ref, code, n, key)))
  return answers.map((answer) => answer?.status)
}

/** Gives a code to the second API so many seconds after it was made, with the milliseconds that this took. */
async function verifiedAt(ref: string, seconds: number): Promise<[Answer | null, number]> {
  const { code } = await codeFor(ref)
  const aged = `update payout_codes set expires_at = statement_timestamp() + (600 - $2) * interval '1 second'
    where sub_user_id = $1 and ended_at is null`
  const since = performance.now()
  await deployment.sql(aged, [vera.subUserId, seconds])
  return [await verify(ref, code, 1), performance.now() - since]
}

async function statusOf(ref: string): Promise<string | undefined> {
  const [row] = await deployment.sql<{ status: string }>('select status from payouts where txn_ref = $1', [ref])
  return row?.status
}

async function restart(at: 0 | 1, source: string, env: Record<string, string> = {}): Promise<void> {
  const api = deployment.apis[at]
  await api.kill()
  api.change({ source, env })
  await api.start()
}

/** Waits until what was approved has come to its end. */
async function findingsAtRest(): Promise<PayoutFinding[]> {
  let findings: PayoutFinding[] = []
  await becomes(
    async () => {
      findings = await payoutFindings(deployment, desk.wishes)
      return findings.length === 0
    },
    countOf(300_000, 60_000),
  )
  return findings
}
