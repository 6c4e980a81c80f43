import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditActions, type AuditObject } from '#contract/audit-actions.ts'
import { allCalls } from '#contract/contract.ts'
import type { Call } from '#contract/kit/call.ts'
import { isFile, onlyReads, repeatOf } from '#contract/kit/call-facts.ts'
import { secretFields } from '#contract/secrets.ts'
import { textsOf } from '#server/kit/texts.ts'
import { verify } from '#server/audit-log/fixtures.ts'
import { arrangements } from './audit-arrangements/all.ts'
import type { Row, Scene } from './audit-arrangements/scene.ts'
import { openTestApp, testPassword, type TestApp, type TestMerchant } from './test-app.ts'
import { seedObjects, type Objects } from './objects.ts'
import { requestOf, send } from './request.ts'
import { runJobs } from './run-jobs.ts'
import { fieldsOf } from './sample.ts'
import { hasSession, kindFor, rowsBy } from './every-call/audit-of-refusals.ts'

/** That the audit log tells what was done, for every declared call, without a line for any of them; `audit-of-refusals.ts` has what was refused. */
const calls = allCalls()
const withSession = calls.filter(hasSession)
const audited = withSession.filter(({ call }) => call.audit !== undefined)

interface Party {
  merchant: TestMerchant
  objects: Objects
}
let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp({ KYC_REVIEW: 'master' })
})
afterAll(() => testApp.close())

/** A master where only a master may, and a merchant that sells abroad where only such may. */
async function newParty(call?: Call): Promise<Party> {
  const merchant = await testApp.addMerchant(call ? kindFor(call) : {})
  return { merchant, objects: await seedObjects(testApp, merchant, 'Somebody') }
}

const rowsOf = (actor: string) => rowsBy(testApp, actor)

describe('the contract', () => {
  it('names the act of each call that changes something, and of each that shows what is sensitive', () => {
    for (const { name, call } of withSession) {
      if (!onlyReads(call) || isFile(call.answer) || call.sensitive)
        expect(call.audit ?? call.unaudited, name).toBeDefined()
      if (call.unaudited !== undefined) expect([onlyReads(call), call.audit], name).toEqual([false, undefined])
      if (call.sensitive) expect(repeatOf(call), name).toBe('safe')
    }
  })

  it('knows each act that is named, and its words in each language', () => {
    for (const { name, call } of calls) if (call.audit) expect(Object.keys(auditActions), name).toContain(call.audit)
    for (const { call } of calls)
      if (isFile(call.answer)) expect(Object.keys(auditActions)).toContain(`${call.audit}-end`)
    for (const { auditActions: words } of Object.values(textsOf('console')))
      expect(Object.keys(words).toSorted()).toEqual(Object.keys(auditActions).toSorted())
  })

  it('declares secret what sounds like it', () => {
    const suspicious = /password|secret|token|signing_?key|otp|passcode|recovery|seed/i
    // Names of things, not the things; what has its secret in a field of its own; what an answer shows behind asterisks.
    const harmless = [
      'tokenization_possible', 'totp_since', 'recovery_ref', 'recovery_codes_left', 'initiatePayment.token_params', 'listWebhooks.secureSecret',
    ] // prettier-ignore
    for (const { name, call } of calls)
      for (const field of [
        ...Object.keys(fieldsOf(call.body)),
        ...Object.keys(fieldsOf(call.query)),
        ...Object.keys((call.answer.schema as { shape?: object }).shape ?? {}),
      ])
        if (suspicious.test(field) && !harmless.includes(field) && !harmless.includes(`${name}.${field}`))
          expect([...secretFields()], `${name}.${field}`).toContain(field)
  })
})

describe('an act', () => {
  it.each(audited)(
    'of $name leaves one row when it is done, in the log of who did it, and one where another merchant is concerned',
    async ({ name, call }) => {
      const { party, session, answer, asked, before, elsewhere, log, environment } = await untilDone(name, call)
      expect(answer.status, answer.text).toBe(200)
      const rows = (await rowsOf(session.subUserId)).filter(
        ({ event_id, action }) => !before.has(event_id) && action !== `${call.audit}-end`,
      )
      const row = rows.find(({ merchant_id }) => merchant_id === log)
      if (!row) throw new Error('no row')
      expect(row).toMatchObject({
        environment,
        actor_merchant_id: party.merchant.merchantId,
        action: call.audit,
        result: 'done',
        address: '127.0.0.1',
      })
      expect(row.request_id).toMatch(/^[\w-]{8,}$/)
      expect(rows.filter((each) => each !== row)).toMatchObject(elsewhere ? [elsewhere(row)] : [])
      const objects = await concerned(call, party)
      for (const told of rows) {
        if (objects) expect(objects, told.action).toContain(told.object_ref)
        for (const secret of [
          party.merchant.secret,
          testPassword,
          '#token=',
          ...secretsIn(asked.body),
          ...secretsIn(answer.body),
        ])
          expect(textOf(told)).not.toContain(secret)
      }
    },
  )

  it('that fails for another reason leaves none', async () => {
    const party = await newParty()
    const session = await testApp.signIn(party.merchant)
    const answer = await testApp.call(session, 'POST', `/merchants/${party.merchant.key}/webhooks`, { name: 'x' })
    expect(answer.status).toBe(400)
    expect(await rowsOf(session.subUserId)).toEqual([])
  })

  it('leaves a log that holds', async () => {
    expect(await verify(testApp)).toEqual([])
  })
})

/** Has a call done with what its declaration says, and what it needs beyond that; masters' calls by a master. */
async function untilDone(name: string, call: Call) {
  const party = await newParty(call)
  const session = await testApp.signIn(party.merchant, { secondFactor: call.secondFactor === true })
  const asked = requestOf(call, party)
  const arrange = arrangements[name.replace(/OfMerchants$/, '')]
  const scene: Scene = { testApp, session, asked }
  const elsewhere = await arrange?.(scene)
  const before = new Set((await rowsOf(scene.session.subUserId)).map(({ event_id }) => event_id))
  const answer = await send(testApp, scene.session, call, asked, { 'idempotency-key': crypto.randomUUID() })
  const log = scene.actsFor ?? party.merchant.merchantId
  const { environment = 'sandbox' } = scene
  return { party, session: scene.session, answer, asked, before, elsewhere, log, environment }
}
/**
 * Whom a row of the call may be about, so that the page of who is concerned finds it: users and merchants by their ids.
 * Null of what is about anything else.
 */
async function concerned(call: Call, { merchant }: Party): Promise<string[] | null> {
  const of: AuditObject = auditActions[call.audit as keyof typeof auditActions]
  const isInvite = /^merchant\.(invite|invite-again|withdraw-invite)$/.test(call.audit ?? '')
  if (isInvite || (of !== 'user' && of !== 'session' && of !== 'merchant')) return null
  const text =
    of === 'merchant'
      ? 'select merchant_id::text as ref from merchants where $1 in (merchant_id, master_id, former_master_id)'
      : 'select sub_user_id::text as ref from sub_users where merchant_id = $1'
  const rows = await testApp.owner.transaction(null, (tx) => tx.query<{ ref: string }>(text, [merchant.merchantId]))
  return rows.map(({ ref }) => ref)
}

/** All texts of fields that are declared secret, however deep. */
const secretsIn = (value: unknown): string[] =>
  Object.entries((value ?? {}) as Record<string, unknown>).flatMap(([name, inner]) =>
    secretFields().has(name)
      ? ([inner].flat().filter((each) => typeof each === 'string' && each !== '') as string[])
      : typeof inner === 'object'
        ? secretsIn(inner)
        : [],
  )
/** What of a row somebody else has put into it. */
const textOf = ({ object_ref, why, changes }: Row) => JSON.stringify([object_ref, why, changes])

describe('signing in', () => {
  const login = (email: string, password: string) =>
    testApp.call(null, 'POST', '/api/account/login', { username: email, password })

  it('is told when it was done, when the password was wrong, when that locked, and for nobody who is not there', async () => {
    const merchant = await testApp.addMerchant({ slug: 'signing-in', logins: ['admin'] })
    const [user] = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ sub_user_id: string }>('select sub_user_id from sub_users where merchant_id = $1', [
        merchant.merchantId,
      ]),
    )
    expect((await login('admin@signing-in.example', testPassword)).status).toBe(200)
    await login('nobody@shop.example', 'wrong')
    for (let n = 0; n < 10; n++) await login('admin@signing-in.example', 'wrong')
    await login('admin@signing-in.example', 'wrong')
    await runJobs(testApp, { names: ['note-sign-in-failure'] })
    const rows = await testApp.owner.transaction(null, (tx) =>
      tx.query<Row>('select * from audit_events where merchant_id = $1 order by seq', [merchant.merchantId]),
    )
    const told = rows.map(({ action, result, why }) => [action, result, why].join(' '))
    expect(told).toEqual([
      'session.begin done ',
      ...Array.from({ length: 9 }, () => 'session.begin denied invalid_password'),
      'session.begin denied locked',
    ])
    for (const row of rows)
      expect(row).toMatchObject({ actor_id: user?.sub_user_id, object_ref: user?.sub_user_id, address: '127.0.0.1' })
  })
})
