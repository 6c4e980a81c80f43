import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles, rules, type Role, type RuleName } from '#contract/access.ts'
import { allCalls } from '#contract/contract.ts'
import { faults } from '#contract/faults.ts'
import { onlyReads, type Call } from '#contract/kit/call.ts'
import { refKinds } from '#contract/kit/refs.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { decidesItself, may } from '#test/every-call/access-matrix.ts'
import { seedObjects } from '#test/objects.ts'
import { probesOf, share } from '#test/probes.ts'
import { addressOf, requestOf, send, signedBody } from '#test/request.ts'
import { fingerprints } from '#test/rows.ts'
import { allCarriersOf, carriersOf, type Carried, type Party } from '#test/carriers.ts'
import { full, report } from './counts.ts'
import { noPolicy } from './planted.ts'
import { freePort } from './deployment.ts'
import { patchedSource } from './patched-source.ts'
import { program, type Program } from './program.ts'

/**
 * Who gets at whose: every call, asked in every role by a merchant, a master and a sub-merchant, with every other kind of
 * merchant named in each place that a request has for it, alone and all at once.
 */
const calls = allCalls().filter(({ call }) => !['anyone', 'shopper'].includes(rules[call.access].who as string))
interface Actor {
  party: Party
  /** The kind of merchant by which the access matrix knows it. */
  kind: string
  sessions: Map<Role, TestSession>
}
let testApp: TestApp
const parties = new Map<string, Party>()
const actors = new Map<string, Actor>()
const partyOf = (name: string): Party => parties.get(name) as Party
const actorOf = (name: string): Actor => actors.get(name) as Actor
const canary = (name: string) => `CanaryOf${name.replaceAll(/\W/g, '')}`

beforeAll(async () => {
  // Otherwise a master's review is refused before it is read.
  testApp = await openTestApp({ KYC_REVIEW: 'master' })
  const add = async (name: string, changes: Parameters<TestApp['addMerchant']>[0] = {}): Promise<TestMerchant> => {
    const merchant = await testApp.addMerchant({ ...changes, name: canary(name) })
    const { subUserId } = await testApp.signIn(merchant, { name: canary(name) })
    parties.set(name, { merchant, subUserId, objects: await seedObjects(testApp, merchant, canary(name)) })
    return merchant
  }
  await add('shop')
  await add('stranger')
  const boss = await add('boss', { kind: 'master' })
  const other = await add('other boss', { kind: 'master' })
  const newBoss = await add('new boss', { kind: 'master', onboarded: false })
  await add('owned by boss', { kind: 'owned', masterId: boss.merchantId })
  await add('owned by new boss', { kind: 'owned', masterId: newBoss.merchantId })
  await add('closed to boss', { kind: 'managed', masterId: boss.merchantId })
  await add('under the other', { kind: 'managed', masterId: other.merchantId })
  await add('sibling', { kind: 'managed', masterId: other.merchantId })
  for (const [name, kind] of Object.entries({
    shop: 'ordinary',
    boss: 'master',
    'new boss': 'new-master',
    'under the other': 'ordinary',
  })) {
    // prettier-ignore
    const party = partyOf(name)
    const sessions = new Map<Role, TestSession>()
    for (const role of roles) sessions.set(role, await testApp.signIn(party.merchant, { roles: [role] }))
    actors.set(name, { party, kind, sessions })
  }
}, 120_000)
afterAll(() => testApp.close())

/** Masters and their merchants; the second has not let its master change anything. */
const below: [actor: string, target: string][] = [
  ['boss', 'owned by boss'],
  ['boss', 'closed to boss'],
  ['new boss', 'owned by new boss'],
]
/** Each place alone, and all at once. */
const everyCarrier = (call: Call, own: Party, theirs: Party): Carried[] => [
  ...carriersOf(call, own, theirs).filter(({ place }) => place !== 'x-sub-user-uuid'),
  allCarriersOf(call, own, theirs),
]
/** Whom an actor has nothing to do with. */
const outside: [actor: string, target: string][] = [
  ['shop', 'stranger'],
  ['shop', 'under the other'],
  ['shop', 'other boss'],
  ['boss', 'stranger'],
  ['boss', 'under the other'],
  ['boss', 'other boss'],
  ['new boss', 'stranger'],
  ['new boss', 'under the other'],
  ['under the other', 'stranger'],
  ['under the other', 'sibling'],
  ['under the other', 'other boss'],
  ['under the other', 'boss'],
]
let asked = 0

/** Whether the gate lets them ask, before it is looked at what they ask about. */
const mayAsk = (name: string, call: Call, kind: string, role: Role): boolean =>
  decidesItself(name, call.access as RuleName) || may(name, kind, role)

const reasonOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => `${status} ${String(body['status_reason'])}` // prettier-ignore
/** Channels are looked for in a place of their own, with a code of their own. */
const notFound = ({ kind }: Carried): string => {
  const { http, reason } = kind === 'channel' ? faults.channelUnknown : faults.notFound
  return `${http} ${reason}`
}
const denied = `${faults.denied.http} ${faults.denied.reason}`

describe('who names another merchant, or what is theirs', () => {
  let before: Record<string, string>
  beforeAll(async () => {
    before = await fingerprints(testApp)
  })

  test.each(calls)('is told by $name that there is nothing, in every role and place', { timeout: 600_000 }, async ({ name, call }) => {
    const probes = outside.flatMap(([actor, target]) => {
      const { party, kind, sessions } = actorOf(actor)
      return everyCarrier(call, party, partyOf(target)).flatMap((carried) =>
        [...sessions].map(([role, session]) => {
          const answer = carried.kind === 'merchant' || mayAsk(name, call, kind, role) ? notFound(carried) : denied
          return { session, carried, expected: { actor, target, role, answer, canary: canary(target) } }
        }),
      )
    })
    await expectAll(call, probesOf(`outside ${name}`, probes, share(1_200)))
  }) // prettier-ignore

  test.each(calls)('a master without the role, without access or not onboarded is denied by $name', { timeout: 600_000 }, async ({ name, call }) => {
    const probes = below.flatMap(([actor, target]) => {
      const { party, kind, sessions } = actorOf(actor)
      const open = target !== 'closed to boss' || onlyReads(call)
      return everyCarrier(call, party, partyOf(target))
        .filter((carried) => carried.kind === 'merchant')
        .flatMap((carried) =>
          [...sessions]
            .filter(([role]) => !(mayAsk(name, call, kind, role) && open))
            .map(([role, session]) => ({ session, carried, expected: { actor, target, role, answer: denied, canary: canary(target) } })),
        )
    })
    // Whom the flags of their merchant alone keep out are asked for each time.
    const byFlags = probes.filter(({ expected: { actor, role } }) => actor === 'new boss' && may(name, 'master', role))
    await expectAll(call, [...byFlags.slice(0, full ? 0 : 1), ...probesOf(`below ${name}`, probes, share(500))])
  }) // prettier-ignore

  test.each(calls)('finds with $name nothing of the other environment', { timeout: 600_000 }, async ({ name, call }) => {
    const { party, kind } = actorOf('shop')
    for (const carried of carriersOf(call, party, party)) {
      if ('everywhere' in refKinds[carried.kind]) continue
      for (const role of probesOf(`${name} ${carried.place}`, roles, 1)) {
        const session = await testApp.signIn(party.merchant, { roles: [role], environment: 'live' })
        const { body } = carried.asked
        const live = { ...carried, asked: { ...carried.asked, body: body && ('environment' in body ? { ...body, environment: 'live' } : body) } } // prettier-ignore
        await expectAnswer(session, call, live, { actor: 'shop in live', target: 'shop', role, answer: mayAsk(name, call, kind, role) ? notFound(carried) : denied }) // prettier-ignore
      }
    }
  }) // prettier-ignore

  test('changes no row of any table', async () => {
    // Those of the other environment's sessions.
    const { sub_users: _, session_tokens: __, ...rest } = await fingerprints(testApp)
    expect(before).toMatchObject(rest)
  })

  test('was asked often enough for that to mean something', () => {
    report(`${asked.toLocaleString('en')} requests over ${calls.length} calls`)
    expect(asked).toBeGreaterThan(full ? calls.length * 500 : 1_000)
  })
})

interface Probe {
  session: TestSession
  carried: Carried
  expected: Expected
}
async function expectAll(call: Call, probes: readonly Probe[]): Promise<void> {
  const before = full ? await fingerprints(testApp) : null
  for (const { session, carried, expected } of probes) await expectAnswer(session, call, carried, expected)
  // The short form looks once for all calls.
  if (before) expect(await fingerprints(testApp)).toEqual(before)
}

interface Expected {
  actor: string
  target: string
  role: string
  answer: string
  canary?: string
}
async function expectAnswer(
  session: TestSession,
  call: Call,
  { place, asked: request, headers }: Carried,
  expected: Expected,
): Promise<void> {
  const { answer: wanted, canary: secret, ...who } = expected
  asked += 1
  const answer = await send(testApp, session, call, request, { 'idempotency-key': crypto.randomUUID(), ...headers })
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
        DATABASE_URL: testApp.parts.ownerUrl,
        DEMO: '0',
        MASTER_KEY: testApp.parts.masterKey.toString('base64'),
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
    const password = decodeURIComponent(new URL(testApp.parts.databaseUrl).password)
    await testApp.owner.transaction(null, (tx) => tx.query(`alter role countinghouse_app password '${password}'`, []))
    await rm(place, { recursive: true, force: true })
  })

  test('row-level security alone lets nothing foreign through, by any call', { timeout: 600_000 }, async () => {
    const [own, theirs] = [partyOf('shop'), partyOf('stranger')]
    const before = await rowsOf(theirs.merchant.merchantId)
    const answers: Record<string, number> = {}
    for (const { name, call } of calls) {
      if (call.file) continue
      // A session for each call, as some calls end it. The lowest role, so that only row-level security is left to refuse.
      const session = await testApp.signIn(own.merchant, { roles: ['payouts-user'] })
      for (const { place: where, asked: request } of carriersOf(call, own, theirs)) {
        if (where.startsWith('x-')) continue
        const path = Object.fromEntries(
          Object.entries(request.path).map(([param, value]) => [param, value === theirs.merchant.key ? theirs.merchant.merchantId : value]),
        ) // prettier-ignore
        // Signed, so that it reaches the handler.
        const body = signedBody(call, withIds(request.body ?? {}, theirs), {
          key: session.signingKey,
          about: own.merchant.key,
        })
        const response = await fetch(url + addressOf(call, path, request.query), {
          method: call.method,
          headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          ...(call.method !== 'GET' && { body: JSON.stringify(body) }),
        }) // prettier-ignore
        const text = await response.text()
        answers[response.status] = (answers[response.status] ?? 0) + 1
        expect(text, `${name} ${where}`).not.toContain(canary('stranger'))
        expect(text, `${name} ${where}`).not.toContain(theirs.merchant.secret)
      }
    }
    expect(await rowsOf(theirs.merchant.merchantId)).toEqual(before)
    // The layer was off: a user without the role reaches their own merchant's objects.
    expect(answers[200]).toBeGreaterThan(20)
    report(`without the policy layer: ${JSON.stringify(answers)}`)
  })

  test('and the test notices when row-level security is off too', { timeout: 120_000 }, async () => {
    const theirs = partyOf('stranger')
    const entry = calls.find(({ name }) => name === 'readMerchant')
    if (!entry) throw new Error('no such call')
    const session = await testApp.signIn(partyOf('shop').merchant)
    await testApp.owner.transaction(null, (tx) => tx.query('alter table merchants disable row level security', []))
    try {
      const { path } = requestOf(entry.call, theirs)
      const response = await fetch(url + addressOf(entry.call, path), { headers: { authorization: `Bearer ${session.token}` } }) // prettier-ignore
      expect(await response.text()).toContain(canary('stranger'))
    } finally {
      await testApp.owner.transaction(null, (tx) => tx.query('alter table merchants enable row level security', []))
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
  return testApp.owner.transaction(null, async (tx) => {
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
