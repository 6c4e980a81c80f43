import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { denial, roles, rules, type Flags, type Role, type RuleName } from '#contract/access.ts'
import { allCalls } from '#contract/contract.ts'
import { faults } from '#contract/faults.ts'
import { onlyReads, type Call } from '#contract/kit/call.ts'
import { openHouse, type TestHouse, type TestMerchant, type TestSession } from '#test/house.ts'
import { seedObjects } from '#test/objects.ts'
import { addressOf, requestOf, send } from '#test/request.ts'
import { fingerprints } from '#test/rows.ts'
import { carriersOf, type Carried, type Party } from './carriers.ts'
import { full, report } from './counts.ts'
import { noPolicy } from './faults.ts'
import { freePort } from './house.ts'
import { patchedSource } from './patched-source.ts'
import { program, type Program } from './program.ts'

/**
 * Who gets at whose: every call, asked in every role by a merchant, a master and a sub-merchant, with every other kind of
 * merchant named in each place that a request has for it, alone and all at once.
 */
const calls = allCalls().filter(({ call }) => !['anyone', 'shopper'].includes(rules[call.access].who as string))
const flags: Flags = { master: false, crossBorder: false, onboarded: true, reconAnalytics: false, reconDashboard: false, reconReports: false } // prettier-ignore
/** Objects that belong to a person or a merchant and to no environment. */
const ofNoEnvironment = ({ path }: Call, place: string) =>
  /^(path\.(sub|view_id|sub_user_id|file_id)|body\.files)$/.test(place) ||
  (place === 'path.id' && path.includes('/subUser/'))

interface Actor {
  party: Party
  flags: Flags
  sessions: Map<Role, TestSession>
}
let house: TestHouse
const parties = new Map<string, Party>()
const actors = new Map<string, Actor>()
const partyOf = (name: string): Party => parties.get(name) as Party
const actorOf = (name: string): Actor => actors.get(name) as Actor
const canary = (name: string) => `CanaryOf${name.replaceAll(/\W/g, '')}`

beforeAll(async () => {
  house = await openHouse()
  const add = async (name: string, changes: Parameters<TestHouse['addMerchant']>[0] = {}): Promise<TestMerchant> => {
    const merchant = await house.addMerchant({ ...changes, name: canary(name) })
    const { subUserId } = await house.signIn(merchant, { name: canary(name) })
    parties.set(name, { merchant, subUserId, objects: await seedObjects(house, merchant, canary(name)) })
    return merchant
  }
  await add('shop')
  await add('stranger')
  const boss = await add('boss', { kind: 'master' })
  const other = await add('other boss', { kind: 'master' })
  await add('owned by boss', { kind: 'owned', masterId: boss.merchantId })
  await add('closed to boss', { kind: 'managed', masterId: boss.merchantId })
  await add('under the other', { kind: 'managed', masterId: other.merchantId })
  await add('sibling', { kind: 'managed', masterId: other.merchantId })
  for (const name of ['shop', 'boss', 'under the other']) {
    const party = partyOf(name)
    const sessions = new Map<Role, TestSession>()
    for (const role of roles) sessions.set(role, await house.signIn(party.merchant, { roles: [role] }))
    actors.set(name, { party, flags: { ...flags, master: name === 'boss' }, sessions })
  }
}, 120_000)
afterAll(() => house.close())

/** Whom an actor has nothing to do with. */
const outside: [actor: string, target: string][] = [
  ['shop', 'stranger'],
  ['shop', 'under the other'],
  ['shop', 'other boss'],
  ['boss', 'stranger'],
  ['boss', 'under the other'],
  ['boss', 'other boss'],
  ['under the other', 'stranger'],
  ['under the other', 'sibling'],
  ['under the other', 'other boss'],
  ['under the other', 'boss'],
]
/** A short run takes every twentieth, another one for each call. */
const taken = (at: number) => full || at % 20 === 0
let asked = 0

const reasonOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => `${status} ${String(body['status_reason'])}` // prettier-ignore
const notFound = `${faults.notFound.http} ${faults.notFound.reason}`
const denied = `${faults.denied.http} ${faults.denied.reason}`

describe('who names another merchant, or what is theirs', () => {
  test.each(calls)('is told by $name that there is nothing, in every role and place', { timeout: 600_000 }, async ({ name, call }) => {
    let at = name.length
    const before = await fingerprints(house)
    for (const [actor, target] of outside) {
      const { party, sessions, flags: of } = actorOf(actor)
      for (const carried of carriersOf(call, party, partyOf(target)))
        for (const [role, session] of sessions) {
          if (!taken(at++)) continue
          const may = denial(call.access as RuleName, { roles: [role], flags: of }) === null
          await expectAnswer(session, call, carried, { actor, target, role, answer: carried.names === 'merchant' || may ? notFound : denied, canary: canary(target) }) // prettier-ignore
        }
    }
    expect(await fingerprints(house)).toEqual(before)
  }) // prettier-ignore

  test.each(calls)('a master without the role, or without access, is denied by $name', { timeout: 600_000 }, async ({ name, call }) => {
    let at = name.length
    const before = await fingerprints(house)
    const { party, sessions, flags: of } = actorOf('boss')
    for (const target of ['owned by boss', 'closed to boss'])
      for (const carried of carriersOf(call, party, partyOf(target)))
        for (const [role, session] of sessions) {
          if (carried.names !== 'merchant' || !taken(at++)) continue
          const may = denial(call.access as RuleName, { roles: [role], flags: of }) === null
          const open = target === 'owned by boss' || onlyReads(call)
          if (may && open) continue
          await expectAnswer(session, call, carried, { actor: 'boss', target, role, answer: denied, canary: canary(target) }) // prettier-ignore
        }
    expect(await fingerprints(house)).toEqual(before)
  }) // prettier-ignore

  test.each(calls)('finds with $name nothing of the other environment', { timeout: 600_000 }, async ({ call }) => {
    const { party, flags: of } = actorOf('shop')
    const before = await fingerprints(house)
    for (const carried of carriersOf(call, party, party)) {
      if (carried.names !== 'object' || ofNoEnvironment(call, carried.place)) continue
      for (const role of full ? roles : (['admin', 'payment-user'] as const)) {
        const session = await house.signIn(party.merchant, { roles: [role], environment: 'live' })
        const { body } = carried.asked
        const live = { ...carried, asked: { ...carried.asked, body: body && ('environment' in body ? { ...body, environment: 'live' } : body) } } // prettier-ignore
        const may = denial(call.access as RuleName, { roles: [role], flags: of }) === null
        await expectAnswer(session, call, live, { actor: 'shop in live', target: 'shop', role, answer: may ? notFound : denied }) // prettier-ignore
      }
    }
    const { sub_users: _, session_tokens: __, ...rest } = await fingerprints(house)
    expect(before).toMatchObject(rest)
  }) // prettier-ignore

  test('was asked often enough for that to mean something', () => {
    report(`${asked.toLocaleString('en')} requests over ${calls.length} calls`)
    expect(asked).toBeGreaterThan(calls.length * (full ? 500 : 25))
  })
})

async function expectAnswer(
  session: TestSession,
  call: Call,
  { place, asked: request, headers }: Carried,
  expected: { actor: string; target: string; role: string; answer: string; canary?: string },
): Promise<void> {
  const { answer: wanted, canary: secret, ...who } = expected
  asked += 1
  const answer = await send(house, session, call, request, { 'idempotency-key': crypto.randomUUID(), ...headers })
  expect({ ...who, place, answer: reasonOf(answer) }).toEqual({ ...who, place, answer: wanted })
  if (secret) expect(answer.text, `${who.actor} ${place}`).not.toContain(secret)
}

describe('with the policy layer taken out of the program', () => {
  let place: string
  let api: Program
  let url: string
  const said: string[] = []
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'countinghouse-walls-'))
    const port = await freePort()
    url = `http://127.0.0.1:${port}/gateway`
    api = program({
      name: 'api without policy',
      role: 'api',
      source: await patchedSource(place, noPolicy),
      env: {
        PATH: process.env['PATH'] ?? '',
        DATA_DIR: place,
        DATABASE_URL: house.parts.ownerUrl,
        DEMO: '0',
        MASTER_KEY: house.parts.masterKey.toString('base64'),
        SMTP_URL: 'smtp://127.0.0.1:9',
        PORT: String(port),
        LOG_LEVEL: 'fatal',
      },
      onLine: (line) => said.push(line),
    })
    await api.start()
  }, 120_000)
  afterAll(async () => {
    await api.kill()
    // It has given the application's role a password of its own, which all databases of this server share.
    const password = decodeURIComponent(new URL(house.parts.databaseUrl).password)
    await house.owner.transaction(null, (tx) => tx.query(`alter role countinghouse_app password '${password}'`, []))
    await rm(place, { recursive: true, force: true })
  })

  test('row-level security alone lets nothing foreign through, by any call', { timeout: 600_000 }, async () => {
    const [own, theirs] = [partyOf('shop'), partyOf('stranger')]
    const before = await rowsOf(theirs.merchant.merchantId)
    const answers: Record<string, number> = {}
    for (const { name, call } of calls) {
      if (call.file) continue
      // Each with a session of its own: some end it. The lowest role, for whom nothing but the wall is left.
      const session = await house.signIn(own.merchant, { roles: ['payouts-user'] })
      for (const { place: where, asked: request } of carriersOf(call, own, theirs)) {
        if (where.startsWith('x-')) continue
        const path = Object.fromEntries(
          Object.entries(request.path).map(([param, value]) => [param, value === theirs.merchant.key ? theirs.merchant.merchantId : value]),
        ) // prettier-ignore
        const response = await fetch(url + addressOf(call, path), {
          method: call.method,
          headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          ...(call.method !== 'GET' && { body: JSON.stringify(withIds(request.body ?? {}, theirs)) }),
        }) // prettier-ignore
        const text = await response.text()
        answers[response.status] = (answers[response.status] ?? 0) + 1
        expect(text, `${name} ${where}`).not.toContain(canary('stranger'))
        expect(text, `${name} ${where}`).not.toContain(theirs.merchant.secret)
      }
    }
    expect(await rowsOf(theirs.merchant.merchantId)).toEqual(before)
    // The layer was out: whoever has no role for it gets through to what is their own.
    expect(answers[200]).toBeGreaterThan(20)
    report(`without the policy layer: ${JSON.stringify(answers)}`)
  })

  test('and without that wall too, it would be found', { timeout: 120_000 }, async () => {
    const theirs = partyOf('stranger')
    const entry = calls.find(({ name }) => name === 'readMerchant')
    if (!entry) throw new Error('no such call')
    const session = await house.signIn(partyOf('shop').merchant)
    await house.owner.transaction(null, (tx) => tx.query('alter table merchants disable row level security', []))
    try {
      const { path } = requestOf(entry.call, theirs)
      const response = await fetch(url + addressOf(entry.call, path), { headers: { authorization: `Bearer ${session.token}` } }) // prettier-ignore
      expect(await response.text()).toContain(canary('stranger'))
    } finally {
      await house.owner.transaction(null, (tx) => tx.query('alter table merchants enable row level security', []))
    }
  })
})

/** The body with the merchant's id in the places of its key, which only the policy layer could read. */
const withIds = (body: Record<string, unknown>, { merchant }: Party): Record<string, unknown> =>
  JSON.parse(JSON.stringify(body).replaceAll(`"${merchant.key}"`, `"${merchant.merchantId}"`)) as Record<
    string,
    unknown
  >

/** What there is of a merchant, by table, but for what was written down about who tried what in its name. */
async function rowsOf(merchantId: string): Promise<Record<string, string>> {
  return house.owner.transaction(null, async (tx) => {
    const tables = await tx.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'merchant_id' and table_name not in ('audit_events', 'audit_heads')
         and table_name in (select relname from pg_class where relkind = 'r') order by 1`,
      [],
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const [row] = await tx.query<{ hash: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtext(t::text)), 0) as hash from ${name} t where merchant_id = $1`,
        [merchantId],
      )
      found[name] = row?.hash ?? ''
    }
    return found
  })
}
