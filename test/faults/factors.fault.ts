import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { codeAt, wrongCode } from '#server/factors/fixtures.ts'
import { ask, type Answer } from './client.ts'
import { anyAddress } from './intents.ts'
import { countOf, report } from './counts.ts'
import { forgetfulSteps, naiveTries } from './planted.ts'
import { planted } from './planted-test.ts'
import { startDeployment, type Deployment } from './deployment.ts'
import { newJournal } from './journal.ts'

/** Fifty connections that guess a user's codes over two APIs, and one code or recovery code given many times at once. */
const guesses = 50
const rounds = countOf(60, 2)
const file = import.meta.filename
const timeout = countOf(30 * 60_000, 120_000)
const username = 'recon-admin@acme.example'
const password = 'countinghouse-demo-1'
const journal = newJournal()
let deployment: Deployment
let seed: string
let recoveryCodes: string[]

beforeAll(async () => {
  deployment = await startDeployment()
  const opened = await settled(0, '/api/account/login', { username, password }, anyAddress())
  const headers = { authorization: `Bearer ${String(opened.content['token'])}` }
  const begun = await settled(0, '/merchants/verification/2FA', { email_address: username }, anyAddress(), headers)
  seed = String(begun.content['secret'])
  const body = { email_address: username, otp: codeAt(seed, new Date()) }
  const confirmed = await settled(0, '/merchants/verification/2FA/verify', body, anyAddress(), headers)
  recoveryCodes = confirmed.content['recovery_codes'] as string[]
  expect(recoveryCodes).toHaveLength(limits.recoveryCodes)
}, 120_000)
afterAll(() => deployment.close(), 60_000)

test(`${guesses} guesses at once over two APIs, ${rounds} times: five are looked at`, { timeout }, async () => {
  let looked = 0
  for (let round = 0; round < rounds; round++) {
    const seen = await guessed()
    expect(seen).toMatchObject({ looked: limits.codeTries, opened: 0 })
    expect(seen.locked).toBeGreaterThan(0)
    looked += seen.looked
  }
  report(`${rounds * guesses} guesses, ${looked} looked at; slowest answer ${journal.slowestMs} ms`)
})

test(`one code, or one recovery code, for four sign-ins at once, ${rounds} times: one opens`, { timeout }, async () => {
  for (let round = 0; round < rounds; round++) {
    expect(await openedBy({ otp: codeAt(seed, new Date()) })).toBe(1)
    expect(await openedBy({ recovery_code: recoveryCodes[round % recoveryCodes.length] })).toBe(1)
  }
})

planted(
  'tries that are counted after they were looked at are found',
  { file, patches: naiveTries, timeout },
  async () => {
    await restartWith(naiveTries)
    expect((await guessed()).looked).toBeGreaterThan(limits.codeTries)
  },
)

planted('a step that is not written down is found', { file, patches: forgetfulSteps, timeout }, async () => {
  await restartWith(forgetfulSteps)
  expect(await openedBy({ otp: codeAt(seed, new Date()) })).toBeGreaterThan(1)
})

const at = (api: number, path: string, body: object, address: string, headers: Record<string, string> = {}) =>
  ask(journal, deployment.apis[(api % 2) as 0 | 1].url, {
    method: 'POST',
    path,
    body,
    headers: { 'x-forwarded-for': address, ...headers },
  })

/** Asks again while the node has just started, or has too much to do. */
async function settled(...asked: Parameters<typeof at>): Promise<Answer> {
  for (let tries = 1; tries <= 20; tries++) {
    const answer = await at(...asked)
    if (answer !== null && answer.status !== 503) return answer
    await delay(100)
  }
  throw new Error(`no answer to ${asked[1]}`)
}

/** Nothing was tried or taken before, and every recovery code is still there. */
async function asAtFirst(): Promise<void> {
  await deployment.sql('update totp_factors set tries = 0, locks = 0, locked_until = null, last_step = 0')
  await deployment.sql('update recovery_codes set used_at = null')
}

async function challenge(address: string): Promise<string> {
  const answer = await settled(0, '/api/account/login', { username, password }, address)
  const found = answer.content['challenge']
  if (typeof found !== 'string') throw new Error(`no challenge: ${answer.text}`)
  return found
}

/** What became of wrong codes, all at the same moment, half of them at each API. */
async function guessed() {
  await asAtFirst()
  const address = anyAddress()
  const asked = await challenge(address)
  const otp = wrongCode(seed, new Date())
  const answers = await Promise.all(
    Array.from({ length: guesses }, (_, n) => at(n, '/api/account/sign-in/factor', { challenge: asked, otp }, address)),
  )
  const count = (of: (answer: Answer) => boolean) => answers.filter((answer) => answer !== null && of(answer)).length
  return {
    looked: count(({ reason }) => reason === 'OTP_VERIFICATION_ERROR'),
    locked: count(({ reason }) => reason === 'CODES_LOCKED'),
    opened: count(({ status }) => status === 200),
  }
}

/** How many of four sign-ins one and the same factor opens, given to all at the same moment. */
async function openedBy(offer: object): Promise<number> {
  await asAtFirst()
  const address = anyAddress()
  const asked = await Promise.all(Array.from({ length: 4 }, () => challenge(address)))
  const answers = await Promise.all(
    asked.map((one, n) => at(n, '/api/account/sign-in/factor', { challenge: one, ...offer }, address)),
  )
  return answers.filter((answer) => answer?.status === 200).length
}

async function restartWith(patches: Parameters<Deployment['plant']>[0]): Promise<void> {
  const source = await deployment.plant(patches)
  for (const api of deployment.apis) {
    await api.kill()
    api.change({ source })
    await api.start()
  }
}
