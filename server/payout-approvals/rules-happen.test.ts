import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { softAuthenticator } from '#server/factors/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'
import { someWish } from '#server/payouts/fixtures.ts'
import type { Answer, TestSession } from '#test/test-app.ts'
import { openApproving, type Approving } from './fixtures.ts'

let approving: Approving
let [boss, second, vera, anna, account] = [] as unknown as [TestSession, TestSession, TestSession, TestSession, string]
beforeAll(async () => {
  approving = await openApproving()
  boss = await approving.signIn(['admin'], { name: 'Boss' })
  second = await approving.signIn(['sub-admin'], { name: 'Second' })
  vera = await approving.signIn(['payouts-verify-user'], { name: 'Vera' })
  anna = await approving.signIn(['payouts-approve-user'], { name: 'Anna' })
  account = await approving.account(100_000)
})
afterAll(() => approving.close())
beforeEach(() => approving.afterPause())

const content = <T>({ body }: Answer) => body.content as unknown as T
const reasonOf = ({ status, body }: Answer) => `${status} ${String(body['status_reason'])}`
const rulesAt = (act = '') => `/api/payouts/rules/${approving.merchant.key}${act}`
const call = (by: TestSession, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  approving.testApp.call(by, method, path, body, { 'idempotency-key': crypto.randomUUID() })
type Rules = { in_force: { version: number }; waiting: { version: number } | null }
const read = async (by = boss) => content<Rules>(await call(by, 'GET', rulesAt()))

/** Rules in force, proposed by one and accepted by another. */
async function inForce(rules: object[], verification = true): Promise<void> {
  const { in_force: now } = await read()
  const saved = await call(boss, 'PUT', rulesAt(), { version: now.version, verification, rules })
  expect(saved.status, saved.text).toBe(200)
  const { waiting } = content<Rules>(saved)
  const decided = await call(second, 'POST', rulesAt('/decision'), { version: waiting?.version, accept: true })
  expect(decided.status, decided.text).toBe(200)
}
const rule = (levels: object[], from_amount = 0, on = 'payout') => ({ currency: 'SGD', from_amount, on, levels })

it('a change of rules waits for another administrator, and what waits begins anew', async () => {
  const ref = await approving.make(account)
  expect((await approving.pass(vera, 'verify', [ref])).status).toBe(200)
  await approving.afterPause()
  await approving.generate(anna, 'approve', { txn_refs: [ref] })
  const otp = await approving.code()
  const { in_force: now } = await read()
  const body = { version: now.version, verification: true, rules: [rule([{ need: 1, users: [anna.subUserId] }])] }
  const { waiting, in_force: still } = content<Rules>(await call(boss, 'PUT', rulesAt(), body))
  expect(still.version).toBe(now.version)
  const decision = { version: waiting?.version, accept: true }
  expect(reasonOf(await call(boss, 'POST', rulesAt('/decision'), decision))).toBe('403 OWN_PAYOUT')
  expect((await call(second, 'POST', rulesAt('/decision'), decision)).status).toBe(200)
  expect(await approving.read(ref)).toMatchObject({ status: 'Created', verified_by: '', waits_for: 'verification' })
  expect(reasonOf(await approving.decide(anna, 'approve', { otp, txn_refs: [ref] }))).toBe('409 PAYOUT_CHANGED')
  const told = await approving.sql(`select 1 from notices where merchant_id = $1 and kind = 'payouts_reopened'`)
  expect(told).toHaveLength(1)
  expect(reasonOf(await call(boss, 'PUT', rulesAt(), body))).toBe('409 CHANGED_MEANWHILE')
})

it('a rule that there are too few people for, or that names nobody, is refused at its field', async () => {
  const { in_force: now } = await read()
  const save = async (rules: object[]) =>
    (
      (await call(boss, 'PUT', rulesAt(), { version: now.version, verification: true, rules })).body as {
        errors?: object[]
      }
    ).errors
  expect(await save([rule([{ need: 5, users: [anna.subUserId] }])])).toMatchObject([
    { path: 'rules.0.levels.0', reason: 'too_few_people' },
  ])
  expect(await save([rule([{ need: 1, roles: ['payouts-user'] }])])).toMatchObject([
    { reason: 'may_not_approve' },
    { reason: 'too_few_people' },
  ])
  const one = rule([{ need: 1, roles: ['admin'] }])
  expect(await save([one, one])).toMatchObject([{ path: 'rules.1.from_amount', reason: 'duplicate' }])
})

it('what the simulator says is what happens, act by act', async () => {
  await inForce([
    rule(
      [
        { need: 1, users: [anna.subUserId] },
        { need: 2, roles: ['admin', 'sub-admin'] },
      ],
      50,
    ),
  ])
  const [ref] = [await approving.make(account, { amount: 60 })]
  const acts = [
    [anna, 'approve'], [vera, 'verify'], [boss, 'approve'], [anna, 'approve'], [anna, 'approve'], [second, 'approve'], [vera, 'verify'],
    [boss, 'approve'],
  ] as const // prettier-ignore
  const simulated = content<{ acts: { why: string }[]; next: string }>(
    await call(boss, 'POST', rulesAt('/simulate'), {
      currency: 'SGD',
      amount: 60,
      made_by: [approving.maker.subUserId],
      acts: acts.map(([by, act]) => ({ act, sub_user_id: by.subUserId })),
    }),
  )
  const happened: boolean[] = []
  for (const [by, act] of acts) happened.push((await approving.pass(by, act, [ref])).status === 200)
  expect(happened).toEqual(simulated.acts.map(({ why }) => why === ''))
  expect(happened.filter(Boolean)).toHaveLength(4)
  expect([simulated.next, await approving.state(ref)]).toEqual(['', 'Approved'])
  await inForce([])
})

it('a test on past payouts counts those that would need more people, and those that nobody could let go', async () => {
  const answer = content<{ payouts: number; more: number; impossible: number }>(
    await call(boss, 'POST', rulesAt('/backtest'), {
      verification: true,
      rules: [rule([{ need: 2, roles: ['admin', 'sub-admin', 'payouts-approve-user'] }])],
    }),
  )
  expect(answer.payouts).toBeGreaterThan(1)
  expect(answer).toMatchObject({ more: answer.payouts, impossible: 0 })
})

it('an approval of somebody who has lost the right is asked again', async () => {
  const leaver = await approving.signIn(['payouts-approve-user'], { name: 'Leaver' })
  await inForce([rule([{ need: 2, roles: ['admin', 'sub-admin', 'payouts-approve-user'] }])], false)
  const ref = await approving.make(account)
  expect((await approving.pass(leaver, 'approve', [ref])).status).toBe(200)
  await approving.sql('update sub_users set is_active = false where sub_user_id = $1', [leaver.subUserId])
  expect((await approving.pass(anna, 'approve', [ref])).status).toBe(200)
  expect(await approving.state(ref)).toBe('Verified')
  expect((await approving.pass(second, 'approve', [ref])).status).toBe(200)
  expect(await approving.state(ref)).toBe('Approved')
  await inForce([])
})

it('a passkey signs exactly these payouts, with its user verified, once, and the proof is kept', async () => {
  const ref = await approving.make(account)
  const authenticator = softAuthenticator({ origin: approving.testApp.serveParts.services.publicUrl })
  const begun = content<{ challenge: string; user: { id: string } }>(
    await call(vera, 'POST', '/api/account/passkeys/begin'),
  )
  const added = await call(vera, 'POST', '/api/account/passkeys', {
    name: 'Key',
    credential: authenticator.create(begun),
  })
  expect(added.status, added.text).toBe(200)
  const asked = async () =>
    content<{ request: { challenge: string } }>(
      await call(vera, 'POST', '/api/payouts/passkey', { environment: 'sandbox', act: 'verify', txn_refs: [ref] }),
    ).request
  const decide = (passkey: object) => approving.decide(vera, 'verify', { passkey, txn_refs: [ref] })
  expect(reasonOf(await decide(authenticator.get(await asked(), { verified: false })))).toBe('400 INVALID_PASSKEY')
  const { challenge } = await asked()
  const other = Buffer.from(challenge, 'base64url')
  other[0] = (other[0] ?? 0) ^ 1
  expect(reasonOf(await decide(authenticator.get({ challenge: other.toString('base64url') })))).toBe(
    '400 INVALID_PASSKEY',
  )
  const signed = authenticator.get({ challenge })
  expect((await decide(signed)).status).toBe(200)
  expect(reasonOf(await decide(signed))).toBe('400 INVALID_PASSKEY')
  const [kept] = await approving.sql<{ evidence: { challenge: string } }>(
    `select evidence from payout_codes where merchant_id = $1 and way = 'passkey' and end_reason = 'used'`,
  )
  expect(kept?.evidence.challenge).toBe(challenge)
})

it('of fifty guesses at once five are looked at', async () => {
  const ref = await approving.make(account)
  await approving.generate(vera, 'verify', { txn_refs: [ref] })
  const code = Number(await approving.code())
  const guesses = Array.from({ length: 50 }, (_, at) => String((code + 1 + at) % 1_000_000).padStart(6, '0'))
  const answers = await Promise.all(guesses.map((otp) => approving.decide(vera, 'verify', { otp, txn_refs: [ref] })))
  const seen = answers.map(reasonOf)
  expect(seen.filter((reason) => reason === '400 OTP_INCORRECT')).toHaveLength(5)
  expect(seen.filter((reason) => reason === '429 PAYOUT_CODES_LOCKED')).toHaveLength(45)
})

it('a lone person may do all of it, and the audit log, the timeline and every administrator are told', async () => {
  const others = [second, vera, anna, approving.maker].map(({ subUserId }) => subUserId)
  await inForce([])
  await approving.sql('update sub_users set is_2fa_enabled = false where sub_user_id = any ($1)', [others])
  const ref = await approving.make(account).catch(() => '')
  expect(ref).toBe('')
  const asked = await approving.ask(someWish(account), {}, boss)
  expect(asked.status, asked.text).toBe(200)
  const [{ txn_ref: own } = { txn_ref: '' }] = content<{ txn_ref: string }[]>(asked)
  expect((await approving.pass(boss, 'verify', [own])).status).toBe(200)
  expect((await approving.pass(boss, 'approve', [own])).status).toBe(200)
  const { timeline } = await approving.read(own)
  expect(timeline.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['payout_verified_alone', 'payout_approved_alone']),
  )
  const audited = await approving.sql(
    `select actor_name, object_ref, changes->'action'->>'after' as act from audit_events
     where merchant_id = $1 and action = 'payout.act-alone' order by seq`,
  )
  const alone = { actor_name: 'Boss', object_ref: own }
  expect(audited).toEqual([{ ...alone, act: 'verify' }, { ...alone, act: 'approve' }]) // prettier-ignore
  await runJobs(approving.testApp, { names: ['tell-notice'] })
  const told = await approving.sql<{ name: string }>(
    `select u.name from notifications n join notices o on o.merchant_id = $1 and o.notice_id = n.notice_id
       join sub_users u on u.merchant_id = $1 and u.sub_user_id = n.sub_user_id
     where n.merchant_id = $1 and o.kind = 'payout_alone' order by u.name`,
  )
  expect(told.map(({ name }) => name)).toEqual(['Boss', 'Boss', 'Second', 'Second'])
})
