import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles, rules, type Role, type RuleName } from '#contract/access.ts'
import { allCalls } from '#contract/contract.ts'
import { faults } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { onlyReads } from '#contract/kit/call-facts.ts'
import { refKinds } from '#contract/kit/refs.ts'
import { openTestApp, type TestApp, type TestSession } from '#test/test-app.ts'
import { decidesItself, may } from '#test/every-call/access-matrix.ts'
import { probesOf } from '#test/probes.ts'
import { share } from '#test/every-call/share.ts'
import { send } from '#test/request.ts'
import { fingerprints } from '#test/rows.ts'
import { allCarriersOf, carriersOf, unknownFault, type Carried, type Party } from '#test/carriers.ts'
import { full, report } from './counts.ts'
import { addParty, canary } from './party.ts'

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

beforeAll(async () => {
  // Otherwise a master's review is refused before it is read.
  testApp = await openTestApp({ KYC_REVIEW: 'master' })
  const add = async (name: string, changes: Parameters<TestApp['addMerchant']>[0] = {}) => {
    const party = await addParty(testApp, name, changes)
    parties.set(name, party)
    return party.merchant
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
    shop: 'recon',
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
  // The long form takes longer than a proof of identity lasts.
  await testApp.owner.transaction(null, async (tx) => {
    await tx.query(`update sessions set proved_at = now() + interval '1 hour'`, [])
    await tx.query('update sub_users set is_2fa_enabled = true', [])
    // Those of the kind that has all of reconciliation switched on, and the others none of what can be switched.
    await tx.query(
      'update merchants set recon_analytics_enabled = (merchant_id = $1), recon_dashboard_enabled = (merchant_id = $1), recon_reports_enabled = (merchant_id = $1)',
      [partyOf('shop').merchant.merchantId],
    )
  })
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
  decidesItself(name, call.access as RuleName) ||
  may(name, kind, role) ||
  (call.orAccess !== undefined && may(call.orAccess, kind, role))

/** Whether who is named is known before it is looked at who asks: a merchant, but for one named beside an upload, which is read last. */
const isReadFirst = ({ file }: Call, { kind, place }: Carried): boolean =>
  kind === 'merchant' && !(file && place.startsWith('body.'))
const reasonOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => `${status} ${String(body['status_reason'])}` // prettier-ignore
const notFound = ({ kind }: Carried, call: Call): string => {
  const { http, reason } = unknownFault(kind, call)
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
          const answer = isReadFirst(call, carried) || mayAsk(name, call, kind, role) ? notFound(carried, call) : denied
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
    const carriers = carriersOf(call, party, party).filter((carried) => !('everywhere' in refKinds[carried.kind]))
    // All that the request names is of the other environment: what the address names is missed first.
    const ofAddress = carriers.find(({ place }) => place.startsWith('path.'))
    const missed = (ofAddress ? [ofAddress] : carriers).map((carried) => notFound(carried, call))
    for (const carried of carriers) {
      for (const role of probesOf(`${name} ${carried.place}`, roles, 1)) {
        const session = await testApp.signIn(party.merchant, { roles: [role], environment: 'live', secondFactor: true })
        const { body } = carried.asked
        const live = { ...carried, asked: { ...carried.asked, body: body && ('environment' in body ? { ...body, environment: 'live' } : body) } } // prettier-ignore
        await expectAnswer(session, call, live, { actor: 'shop in live', target: 'shop', role, answer: mayAsk(name, call, kind, role) ? missed : denied }) // prettier-ignore
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
  /** One of them, where several things are missed. */
  answer: string | readonly string[]
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
  const is = reasonOf(answer)
  expect({ ...who, place, answer: is }).toEqual({ ...who, place, answer: [wanted].flat().includes(is) ? is : wanted })
  if (secret) expect(answer.text, `${who.actor} ${place}`).not.toContain(secret)
}
