import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passwordFault } from '#server/kit/auth/password.ts'
import {
  lastToken,
  later,
  newAddress,
  post,
  registered,
  registrationOf,
  signIn,
} from '#server/registration/fixtures.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { countOf, full, report } from './counts.ts'

/** What a stranger can learn of who is registered, and whether a password is what was typed. */
const samples = countOf(2_000, 100)
/** The share of pairs in which a known address takes longer than an unknown one; half of them, were there no telling. */
const aucMost = full ? 0.55 : 0.7
const passwords = countOf(200, 12)
const timeout = countOf(30 * 60_000, 60_000)

describe('how long an answer takes', () => {
  let testApp: TestApp
  beforeAll(async () => {
    // With cheap passwords a missing hash would take no less time than a wrong one.
    testApp = await openTestApp({}, { passwords: 'real' })
  })
  afterAll(() => testApp.close())

  const calls: Record<string, (email: string) => Promise<{ status: number }>> = {
    'signing in with a wrong password': (email) => signIn(testApp, email, 'not the password 1'),
    'asking for a new password': (email) => post(testApp, 'send-reset-password-link', { emailId: email }),
    'asking for the link that confirms': (email) => post(testApp, 'send-verify-email-link', { emailId: email }),
    registering: (email) => post(testApp, 'register', registrationOf(email)),
  }

  test.each(Object.entries(calls))('%s tells nobody whether the address is known', { timeout }, async (name, ask) => {
    const [known, unknown]: [string[], string[]] = [[], []]
    for (let i = 0; i < 10; i++) {
      known.push((await registered(testApp)).email)
      unknown.push(newAddress())
    }
    const taken = { known: [] as number[], unknown: [] as number[] }
    for (let i = 0; i < 10; i++) await ask(newAddress())
    for (let i = 0; i < samples; i++) {
      // Neither lock-outs nor what the jobs left behind may make a difference of their own.
      if (i % 10 === 0) await forget(unknown)
      const kind = (['known', 'unknown'] as const)[Math.trunc(Math.random() * 2)] ?? 'known'
      const pool = kind === 'known' ? known : unknown
      const started = performance.now()
      const { status } = await ask(pool[i % pool.length] as string)
      taken[kind].push(performance.now() - started)
      expect([200, 400]).toContain(status)
    }
    const auc = aucOf(taken.known, taken.unknown)
    report(`${name}: AUC ${auc.toFixed(3)} of ${samples} samples`)
    expect(Math.abs(auc - 0.5), `${name}: AUC ${auc}`).toBeLessThan(aucMost - 0.5)
  })

  /** What was asked for is not done, so that known stay known and unknown stay unknown; locks are lifted. */
  const forget = (unknown: string[]) =>
    testApp.owner.transaction(null, async (tx) => {
      await tx.query(`delete from pgboss.job where state = 'created'`, [])
      await tx.query('delete from registrations where email = any ($1)', [unknown])
      await tx.query('delete from sign_in_failures', [])
    })

  test('is measured by what finds a difference of one part in a hundred', () => {
    const noise = Array.from({ length: 4_000 }, (_, i) => 40 + Math.sin(i * 12.9898) * 0.5)
    const slower = noise.map((value) => value + 0.4)
    expect(aucOf(noise, noise)).toBeCloseTo(0.5)
    expect(aucOf(slower, noise)).toBeGreaterThan(0.55)
    expect(aucOf([2, 3], [1])).toBe(1)
  })
})

/** The area under the curve: how often one of `a` is greater than one of `b`, ties counted half. */
function aucOf(a: number[], b: number[]): number {
  const sorted = b.toSorted((x, y) => x - y)
  const below = (value: number, orEqual: boolean) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const at = sorted[middle] as number
      if (at < value || (orEqual && at === value)) low = middle + 1
      else high = middle
    }
    return low
  }
  const wins = a.reduce((sum, value) => sum + (below(value, false) + below(value, true)) / 2, 0)
  return wins / (a.length * b.length)
}

test(`${passwords} odd passwords are what was typed, from registering to after a reset`, { timeout }, async () => {
  const testApp = await openTestApp()
  const chosen = [...typical, ...fc.sample(odd, passwords)].filter((one) => passwordFault(one) === null)
  for (const password of chosen.slice(0, passwords)) {
    const { email } = await registered(testApp, { password })
    expect((await signIn(testApp, email, password)).status, JSON.stringify(password)).toBe(200)
    // As another keyboard types it.
    expect((await signIn(testApp, email, password.normalize('NFD'))).status, JSON.stringify(password)).toBe(200)
    await later(testApp, 61)
    await post(testApp, 'send-reset-password-link', { emailId: email })
    await runJobs(testApp)
    const next = `${Array.from(password).slice(0, 250).toReversed().join('')}٣x`
    const resetToken = await lastToken(testApp, email)
    const answer = await post(testApp, 'update-password', { resetToken, password: next })
    expect(answer.status, `${JSON.stringify(next)}: ${answer.text}`).toBe(200)
    expect((await signIn(testApp, email, next)).status, JSON.stringify(next)).toBe(200)
    expect((await signIn(testApp, email, password)).status).toBe(400)
  }
  await testApp.close()
})

const typical = [
  '👩‍👩‍👧‍👦👩‍👩‍👧‍👦 a 1',
  'كلمة مرور طويلة ١٢٣',
  'e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u03011',
  '𝕬𝕭𝕮𝕯𝕰𝕱𝕲𝕳𝕴𝕵𝕶1',
  '  spaces around 1  ',
  `${'長'.repeat(255)}1`,
  '"; drop table users; -- 1',
  '\u202eright to left 1\u202c',
  'a\u0000b\tc\nd 1234',
]
/** Of many scripts, with a letter and a digit somewhere, 12 to 256 characters. */
const odd = fc
  .tuple(
    fc.string({ unit: 'binary', minLength: 10, maxLength: 200 }),
    fc.constantFrom('a', 'ß', 'ع', '字', '한', 'é'),
    fc.constantFrom('1', '٣', '९', '7️⃣'),
  )
  .map(([text, letter, digit]) => letter + text + digit)
