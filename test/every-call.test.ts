import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { rules } from '#contract/access.ts'
import { allCalls } from '#contract/contract.ts'
import { faults } from '#contract/faults.ts'
import { merchantFields, onlyReads, type Call } from '#contract/kit/call.ts'
import { formType } from './picture.ts'
import { addressOf, requestOf, send, type TestRequest } from './request.ts'
import { fingerprints } from './rows.ts'
import { fieldsOf, garbage } from './sample.ts'
import { openHouse, type Answer, type TestHouse, type TestMerchant, type TestSession } from './house.ts'
import { seedObjects, theSessionsOwn, type Objects } from './objects.ts'

/**
 * What holds for every declared call, without a line for any of them. A call that is added to the contract is in here
 * from that moment; one whose path or body has a reference of a new kind needs that kind in `objects.ts`.
 */
const calls = allCalls()
const withSession = calls.filter(
  ({ call }) => typeof rules[call.access].who !== 'string' || rules[call.access].who === 'session',
)

let house: TestHouse
let own: { merchant: TestMerchant; session: TestSession; objects: Objects }
let stranger: { merchant: TestMerchant; session: TestSession; objects: Objects }
const canary = 'CanaryOfTheStranger'

beforeAll(async () => {
  house = await openHouse()
  own = await party('Own Shop')
  stranger = await party(canary)
})
afterAll(() => house.close())

async function party(name: string) {
  const merchant = await house.addMerchant({ name, kind: 'master' })
  const session = await house.signIn(merchant, { name })
  return { merchant, session, objects: await seedObjects(house, merchant, name) }
}

const ask = (session: TestSession | null, call: Call, asked: TestRequest, headers: Record<string, string> = {}) =>
  send(house, session, call, asked, headers)

function expectFault(call: Call, answer: Answer, status: number, reason?: string) {
  expect({ status: answer.status, reason: answer.body['status_reason'] }).toEqual({
    status,
    reason: reason ?? answer.body['status_reason'],
  })
  const text = Object.values(faults).find(
    (fault) => fault.reason === answer.body['status_reason'] && fault.http === status,
  )?.text
  for (const key of call.errorKeys ?? ['Message']) expect(typeof answer.body[key], key).toBe('string')
  expect(text, 'a declared reason').toBeDefined()
  expect(answer.body['request_id']).toMatch(/^[\w-]+$/)
  const { request_id: _, ...rest } = answer.body
  expect(JSON.stringify(rest)).not.toMatch(/\bat .*\.ts|select |insert |\/server\/|node_modules|postgres|kysely|zod/i)
}

describe('without a live session', () => {
  it.each(withSession)('$name answers 401 and nothing else', async ({ call }) => {
    const asked = requestOf(call, own)
    const ended = await house.signIn(own.merchant)
    const inactive = await house.signIn(own.merchant)
    const expired = await house.signIn(own.merchant)
    await house.owner.transaction(null, async (tx) => {
      await tx.query('update sessions set ended_at = now() where session_id = $1', [ended.sessionId])
      await tx.query('update sub_users set is_active = false where sub_user_id = $1', [inactive.subUserId])
      await tx.query(`update sessions set expires_at = now() - interval '1 second' where session_id = $1`, [
        expired.sessionId,
      ])
    })
    const tokens = [
      '',
      'Bearer ',
      'Bearer x',
      `Bearer ${'A'.repeat(43)}`,
      `Basic ${own.session.token}`,
      own.session.token,
    ]
    for (const authorization of tokens)
      expectFault(call, await ask(null, call, asked, { authorization }), 401, faults.sessionLost.reason)
    expectFault(call, await ask(null, call, asked), 401, faults.sessionLost.reason)
    for (const session of [ended, inactive, expired])
      expectFault(call, await ask(session, call, asked), 401, faults.sessionLost.reason)
  })

  it.each(withSession)('$name stops at once for a session that was just used', async ({ call }) => {
    const session = await house.signIn(own.merchant)
    await ask(session, call, requestOf(call, own))
    await house.owner.transaction(null, (tx) =>
      tx.query('update sub_users set is_active = false where sub_user_id = $1', [session.subUserId]),
    )
    expectFault(call, await ask(session, call, requestOf(call, own)), 401, faults.sessionLost.reason)
  })

  it.each(withSession)('$name is locked after idling', async ({ call }) => {
    const session = await house.signIn(own.merchant)
    await house.owner.transaction(null, (tx) =>
      tx.query(`update sessions set last_seen_at = now() - interval '16 minutes' where session_id = $1`, [
        session.sessionId,
      ]),
    )
    expectFault(call, await ask(session, call, requestOf(call, own)), 401, faults.sessionLocked.reason)
  })
})

describe("a stranger's id", () => {
  it.each(withSession)(
    '$name answers it like nothing at all, in each place that it can travel in',
    async ({ call }) => {
      const variants = strangers(call)
      const before = await fingerprints(house)
      for (const { place, asked, headers } of variants) {
        const answer = await ask(own.session, call, asked, { 'idempotency-key': crypto.randomUUID(), ...headers })
        expect({ place, status: answer.status, reason: answer.body['status_reason'] }).toEqual({
          place,
          status: 404,
          reason: faults.notFound.reason,
        })
        expect(answer.text, place).not.toContain(canary)
        expect(answer.text, place).not.toContain(stranger.merchant.key)
      }
      expect(await fingerprints(house)).toEqual(before)
    },
  )

  it.each(withSession)('$name cannot tell it from an absent one', async ({ call }) => {
    for (const { place, asked, absent, headers, absentHeaders } of strangers(call)) {
      const [foreign, nothing] = [
        await ask(own.session, call, asked, headers),
        await ask(own.session, call, absent, absentHeaders),
      ]
      const bare = ({ request_id: _, ...body }: Record<string, unknown>) => body
      expect(bare(foreign.body), place).toEqual(bare(nothing.body))
    }
  })
})

/** Our own request with one id of the stranger's in it, for every place where an id travels. */
function strangers(call: Call) {
  const mine = requestOf(call, own)
  const theirs = requestOf(call, stranger)
  const absentId = '3MN4gFZl69tsyk96DSUYZRbc8Lx'
  const absentUuid = '01890a5d-ac96-774b-bcce-b302099a8057'
  const nobody = (value: unknown) => (/^[0-9a-f-]{36}$/.test(String(value)) ? absentUuid : absentId)
  const theirsAt = (name: string) =>
    theirs.path[name] === theSessionsOwn ? stranger.session.subUserId : (theirs.path[name] as string)
  const inPath = call.params
    .filter((name) => !own.objects.isWord(call, name))
    .map((name) => ({
      place: `path.${name}`,
      asked: { ...mine, path: { ...mine.path, [name]: theirsAt(name) } },
      absent: { ...mine, path: { ...mine.path, [name]: nobody(theirsAt(name)) } },
      headers: {},
      absentHeaders: {},
    }))
  const merchantNames = merchantFields(call.body)
  const references = Object.keys(fieldsOf(call.body)).filter(
    (name) => merchantNames.includes(name) || stranger.objects.names(call, name),
  )
  const fields = fieldsOf(call.body)
  // Where several may be named, the stranger stands beside our own.
  const among = (name: string, value: unknown) => (Array.isArray(fields[name]) ? [own.merchant.key, value] : value)
  const inBody = references.flatMap((name) => {
    const values = merchantNames.includes(name)
      ? [stranger.merchant.key, stranger.merchant.merchantId]
      : [stranger.objects.of(call, name)]
    return values.map((value) => ({
      place: `body.${name}`,
      asked: { ...mine, body: { ...mine.body, [name]: among(name, value) } },
      absent: { ...mine, body: { ...mine.body, [name]: among(name, nobody(value)) } },
      headers: {},
      absentHeaders: {},
    }))
  })
  const inHeaders = [
    'x-client-key',
    'x-portone-client-key',
    'x-chaipay-client-key',
    'x-sub-merchant-key',
    'x-portone-submerchant-key',
    'x-chaipay-submerchant-key',
  ].map((header) => ({ header, value: stranger.merchant.key }))
  return [
    ...inPath,
    ...inBody,
    ...[...inHeaders, { header: 'x-sub-user-uuid', value: stranger.session.subUserId }].map(({ header, value }) => ({
      place: header,
      asked: mine,
      absent: mine,
      headers: { [header]: value } as Record<string, string>,
      absentHeaders: { [header]: nobody(value) } as Record<string, string>,
    })),
  ]
}

describe('garbage', () => {
  it.each(calls)(
    '$name refuses it in its own error key, and never with a 5xx',
    async ({ call }) => {
      // Each with a session of its own: one of the calls ends it.
      const session = withSession.some((entry) => entry.call === call) ? await house.signIn(own.merchant) : null
      const asked = requestOf(call, own)
      const address = addressOf(call, asked.path)
      const bodies =
        call.method === 'GET'
          ? []
          : [
              '',
              '{',
              'null',
              '[]',
              '"x"',
              '1',
              '{"__proto__":{"a":1}}',
              '{"a":1,"a":2}',
              '{"never_declared":1}',
              '{"merchant_id":"x","roles":["admin"]}',
            ]
      for (const body of bodies)
        await refused(
          await house.call(session, call.method, address, body, { 'idempotency-key': crypto.randomUUID() }),
          body,
        )
      for (const [name] of Object.entries(fieldsOf(call.body))) {
        for (const value of garbage) {
          const text = JSON.stringify({ ...asked.body, [name]: '@@' }).replace('"@@"', value)
          await refused(await house.call(session, call.method, address, text), `${name}: ${value.slice(0, 40)}`)
        }
      }
      for (const query of ['?environment=moon', '?x=1', '?environment[]=live', '?__proto__=1'])
        await refused(await house.call(session, call.method, address + query, asked.body), query)
      for (const name of call.params)
        for (const value of ['%00', '%F0%9F%98%80', "'%20or%201=1", '..%2F..', 'x'.repeat(300), '%u0000', '%'])
          await refused(
            await house.call(
              session,
              call.method,
              addressOf(call, { ...asked.path, [name]: '@' }).replace('%40', value),
              asked.body,
            ),
            value,
          )

      async function refused(answer: Answer, what: string) {
        expect(answer.status, `${what} → ${answer.text}`).toBeLessThan(500)
        // Some of it is harmless for some fields; where it is refused, the refusal has the call's form.
        if (answer.status >= 400 && answer.status !== 404)
          for (const key of call.errorKeys ?? ['Message'])
            expect(typeof answer.body[key], `${key} for ${what}`).toBe('string')
        expect(answer.text).not.toMatch(/\bat .*\.ts:\d|syntax error|invalid input|violates|node_modules/i)
      }
    },
    60_000,
  )

  it.each(calls.filter(({ call }) => call.method !== 'GET' && !call.file))(
    '$name wants JSON, and not too much of it',
    async ({ call }) => {
      const session = await house.signIn(own.merchant)
      const asked = requestOf(call, own)
      const big = await house.call(
        own.session,
        call.method,
        addressOf(call, asked.path),
        `{"x":"${'y'.repeat(300_000)}"}`,
      )
      expectFault(call, big, 413, faults.tooLarge.reason)
      const form = await house.call(session, call.method, addressOf(call, asked.path), 'a=1', {
        'content-type': 'application/x-www-form-urlencoded',
      })
      expectFault(call, form, 415, faults.wrongType.reason)
      const upload = await house.call(session, call.method, addressOf(call, asked.path), Buffer.from(''), {
        'content-type': formType,
      })
      expectFault(call, upload, 415, faults.wrongType.reason)
    },
  )
})

describe('an answer', () => {
  // Untouched by the garbage, some of which is harmless and deletes what it names.
  let fresh: typeof own
  beforeAll(async () => {
    fresh = await party('Fresh Shop')
  })

  it.each(withSession.filter(({ call }) => onlyReads(call) && call.answer.form !== 'spreadsheet'))(
    'of $name has the declared form',
    async ({ call }) => {
      const answer = await ask(await house.signIn(fresh.merchant), call, requestOf(call, fresh))
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toMatchObject({ status_code: '2000', status_reason: 'SUCCESS' })
      const schema = call.answer.form === 'page' ? z.array(call.answer.schema) : call.answer.schema
      if (call.answer.form !== 'nothing')
        expect(schema.safeDecode(answer.body['content'] as never).error).toBeUndefined()
      if (call.answer.form === 'page')
        expect(answer.body).toMatchObject({
          total_elements: expect.any(Number),
          total_pages: expect.any(Number),
          size: 10,
          page: 1,
          number_of_elements: expect.any(Number),
        })
      expect(answer.text).not.toContain(fresh.merchant.secret)
      expect(answer.text).not.toContain(canary)
    },
  )

  it.each(withSession.filter(({ call }) => call.answer.form === 'spreadsheet'))(
    'of $name is a spreadsheet with a name, and is written down',
    async ({ call }) => {
      const session = await house.signIn(fresh.merchant)
      const answer = await ask(session, call, requestOf(call, fresh))
      expect(answer.status, answer.text).toBe(200)
      expect(answer.text.startsWith('PK')).toBe(true)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'content-disposition': expect.stringMatching(/^attachment; filename="[a-z-]+-\d{8}-\d{6}\.xlsx"$/),
        'cache-control': 'no-store',
      })
      const [row] = await house.owner.transaction(null, (tx) =>
        tx.query<{ noted: bigint }>('select count(*) as noted from audit_events where actor_id = $1 and action = $2', [
          session.subUserId,
          call.audit,
        ]),
      )
      expect(row?.noted).toBe(1n)
    },
  )
})

describe('the contract', () => {
  it('has a rule, an answer and a name of its own for every call', () => {
    expect(new Set(calls.map(({ call }) => call.at)).size).toBe(calls.length)
    expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length)
    for (const { name, call } of calls) {
      expect(rules[call.access], name).toBeDefined()
      expect(
        house.app.hasRoute({ method: call.method, url: `/gateway${call.path.replaceAll(/\{(\w+)\}/g, ':$1')}` }),
        name,
      ).toBe(true)
    }
  })

  it('gives every field that sounds like a merchant the type that the gate checks', () => {
    const suspicious =
      /^(key|uuid|uuids|merchant_?(id|key|keys|uuid)|chaipay_key|portone_key|iamport_?key|account_ids|client_key)$/i
    for (const { name, call } of calls)
      for (const field of [...Object.keys(fieldsOf(call.body)), ...Object.keys(fieldsOf(call.query))])
        if (suspicious.test(field) && !own.objects.names(call, field))
          expect([...merchantFields(call.body), ...merchantFields(call.query)], `${name}.${field}`).toContain(field)
  })
})
