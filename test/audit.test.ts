import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { flagDenial, rules, type Flags } from '#contract/access.ts'
import { auditActions } from '#contract/audit-actions.ts'
import { allCalls } from '#contract/contract.ts'
import { onlyReads, repeatOf, type Call } from '#contract/kit/call.ts'
import { secretFields } from '#contract/secrets.ts'
import { verify } from '#server/audit-log/rig.ts'
import { arrangements } from './audit-arrangements.ts'
import { openHouse, testPassword, type TestHouse, type TestMerchant } from './house.ts'
import { seedObjects, type Objects } from './objects.ts'
import { requestOf, send } from './request.ts'
import { runJobs } from './run-jobs.ts'
import { fieldsOf } from './sample.ts'

/** That the audit log tells all it should, for every declared call, without a line for any of them. */
const calls = allCalls()
const withSession = calls.filter(
  ({ call }) => typeof rules[call.access].who !== 'string' || rules[call.access].who === 'session',
)
const audited = withSession.filter(({ call }) => call.audit !== undefined)

interface Party {
  merchant: TestMerchant
  objects: Objects
}
const ordinary: Flags = {
  master: false,
  crossBorder: false,
  onboarded: true,
  reconAnalytics: false,
  reconDashboard: false,
  reconReports: false,
}

let house: TestHouse
beforeAll(async () => {
  house = await openHouse({ KYC_REVIEW: 'master' })
})
afterAll(() => house.close())

/** A master where only a master may. */
async function newParty(call?: Call): Promise<Party> {
  const onlyMasters = call !== undefined && flagDenial(call.access, { ...ordinary, master: false }) === 'master_only'
  const merchant = await house.addMerchant(onlyMasters ? { kind: 'master' } : {})
  return { merchant, objects: await seedObjects(house, merchant, 'Somebody') }
}

interface Row {
  merchant_id: string
  environment: string
  actor_id: string | null
  actor_merchant_id: string | null
  action: string
  object_ref: string
  result: string
  why: string
  changes: Record<string, { before: unknown; after: unknown }>
  request_id: string
  address: string
}
const rowsOf = (actor: string): Promise<Row[]> =>
  house.owner.transaction(null, (tx) =>
    tx.query<Row>('select * from audit_events where actor_id = $1 order by event_id', [actor]),
  )

describe('the contract', () => {
  it('names the act of each call that changes something, and of each that shows what is sensitive', () => {
    // Passkeys: the browser is asked for something that nothing comes of by itself. Notices: only oneself sees the mark.
    const noActs = [
      'beginPasskey',
      'challengePasskey',
      'beginSsoStepUp',
      'markNotificationRead',
      'markAllNotificationsRead',
    ]
    for (const { name, call } of withSession.filter((one) => !noActs.includes(one.name))) {
      if (!onlyReads(call) || call.answer.form === 'spreadsheet' || call.sensitive)
        expect(call.audit, name).toBeDefined()
      if (call.sensitive) expect(repeatOf(call), name).toBe('safe')
    }
  })

  it('knows each act that is named, and its words in each language', () => {
    const words = (language: string) =>
      (
        JSON.parse(readFileSync(join(import.meta.dirname, `../console/i18n/${language}.json`), 'utf8')) as {
          auditActions: Record<string, string>
        }
      ).auditActions
    for (const { name, call } of calls) if (call.audit) expect(Object.keys(auditActions), name).toContain(call.audit)
    for (const { call } of calls)
      if (call.answer.form === 'spreadsheet') expect(Object.keys(auditActions)).toContain(`${call.audit}-end`)
    for (const language of ['en', 'ar'])
      expect(Object.keys(words(language)).toSorted()).toEqual(Object.keys(auditActions).toSorted())
  })

  it('declares secret what sounds like it', () => {
    const suspicious = /password|secret|token|signing_?key|otp|passcode|recovery|seed/i
    // Names of things, not the things; and what an answer shows with all but its end behind asterisks.
    const harmless = ['tokenization_possible', 'totp_since', 'recovery_codes_left', 'listWebhooks.secureSecret']
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

/** Files that leave are noted when they begin and when they end: the second comes a moment after the answer. */
const begun = (call: Call) => (rows: Row[]) => rows.filter(({ action }) => action === call.audit)

describe('an act', () => {
  it.each(audited)(
    'of $name leaves one row when it is done, in the merchant that it was for',
    async ({ name, call }) => {
      const { party, session, answer, asked } = await untilDone(name, call)
      expect(answer.status, answer.text).toBe(200)
      const all = begun(call)(await rowsOf(session.subUserId))
      // What a master does to one of its merchants may stand in that one's log too.
      const rows = all.filter(({ merchant_id }) => merchant_id === party.merchant.merchantId)
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({
        merchant_id: party.merchant.merchantId,
        environment: 'sandbox',
        actor_merchant_id: party.merchant.merchantId,
        result: 'done',
        address: '127.0.0.1',
      })
      expect(rows[0]?.request_id).toMatch(/^[\w-]{8,}$/)
      for (const secret of [party.merchant.secret, testPassword, ...secretsIn(asked.body)])
        expect(
          JSON.stringify(rows[0], (_name, value) => (typeof value === 'bigint' ? String(value) : value)),
        ).not.toContain(secret)
    },
  )

  const restricted = audited.filter(({ call }) => rules[call.access].who !== 'session')
  it.each(restricted)('of $name leaves one row when it is denied, and is not done', async ({ call }) => {
    const party = await newParty(call)
    // A role that nothing here is for.
    const session = await house.signIn(party.merchant, { roles: ['payouts-approve-user'] })
    const answer = await send(house, session, call, requestOf(call, party), { 'idempotency-key': crypto.randomUUID() })
    expect(answer.status, answer.text).toBe(403)
    expect(await rowsOf(session.subUserId)).toMatchObject([
      {
        merchant_id: party.merchant.merchantId,
        action: call.audit,
        result: 'denied',
        why: 'role',
        request_id: answer.body['request_id'],
      },
    ])
  })

  it.each(withSession.filter(({ call }) => call.params.length > 0 || call.body))(
    "of $name leaves one row in one's own log when it was about a stranger, and none in theirs",
    async ({ call }) => {
      const [own, stranger] = [await newParty(call), await newParty(call)]
      const session = await house.signIn(own.merchant)
      const headers = { 'idempotency-key': crypto.randomUUID(), 'x-client-key': stranger.merchant.key }
      const answer = await send(house, session, call, requestOf(call, own), headers)
      expect(answer.status, answer.text).toBe(404)
      expect(await rowsOf(session.subUserId)).toMatchObject([
        { merchant_id: own.merchant.merchantId, result: 'denied', why: 'a merchant outside the session' },
      ])
    },
  )

  it('that fails for another reason leaves none', async () => {
    const party = await newParty()
    const session = await house.signIn(party.merchant)
    const answer = await house.call(session, 'POST', `/merchants/${party.merchant.key}/webhooks`, { name: 'x' })
    expect(answer.status).toBe(400)
    expect(await rowsOf(session.subUserId)).toEqual([])
  })

  it('leaves a log that holds', async () => {
    expect(await verify(house)).toEqual([])
  })
})

/** Has a call done with what its declaration says, and what it needs beyond that. */
async function untilDone(name: string, call: Call) {
  const party = await newParty(call)
  const session = await house.signIn(party.merchant)
  const asked = requestOf(call, party)
  const arrange = arrangements[name.replace(/OfMerchants$/, '')]
  await arrange?.({ house, session, asked })
  const answer = await send(house, session, call, asked, { 'idempotency-key': crypto.randomUUID() })
  return { party, session, answer, asked }
}

const secretsIn = (body: Record<string, unknown> = {}) =>
  Object.entries(body).flatMap(([name, value]) =>
    secretFields().has(name) && typeof value === 'string' ? [value] : [],
  )

describe('signing in', () => {
  const login = (email: string, password: string) =>
    house.call(null, 'POST', '/api/account/login', { username: email, password })

  it('is told when it was done, when the password was wrong, when that locked, and for nobody who is not there', async () => {
    const merchant = await house.addMerchant({ slug: 'signing-in', logins: ['admin'] })
    const [user] = await house.owner.transaction(null, (tx) =>
      tx.query<{ sub_user_id: string }>('select sub_user_id from sub_users where merchant_id = $1', [
        merchant.merchantId,
      ]),
    )
    expect((await login('admin@signing-in.example', testPassword)).status).toBe(200)
    await login('nobody@shop.example', 'wrong')
    for (let n = 0; n < 10; n++) await login('admin@signing-in.example', 'wrong')
    await login('admin@signing-in.example', 'wrong')
    await runJobs(house, { names: ['note-sign-in-failure'] })
    const rows = await house.owner.transaction(null, (tx) =>
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
