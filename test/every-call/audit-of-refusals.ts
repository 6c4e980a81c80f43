import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { denialByAll, flagDenial, roles, rules, type Flags, type Role } from '#contract/access.ts'
import type { allCalls } from '#contract/contract.ts'
import type { Call } from '#contract/kit/call.ts'
import { rulesOf } from '#contract/kit/call-facts.ts'
import type { Row } from '../audit-arrangements/scene.ts'
import { seedObjects, type Objects } from '../objects.ts'
import { requestOf, send } from '../request.ts'
import { openTestApp, type TestApp, type TestMerchant } from '../test-app.ts'

type Entry = ReturnType<typeof allCalls>[number]

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

export const hasSession = ({ call }: Entry): boolean =>
  typeof rules[call.access].who !== 'string' || rules[call.access].who === 'session'

/** The rows of the audit log of what somebody did. */
export const rowsBy = (testApp: TestApp, actor: string): Promise<Row[]> =>
  testApp.owner.transaction(null, (tx) =>
    tx.query<Row>('select * from audit_events where actor_id = $1 order by event_id', [actor]),
  )

/** A master where only a master may, and a merchant that sells abroad where only such may. */
export function kindFor(call: Call): Parameters<TestApp['addMerchant']>[0] {
  const denied = flagDenial(call.access, ordinary)
  if (denied === 'cross_border_only') return { crossBorder: true }
  return denied === 'master_only' ? { kind: 'master' } : {}
}

/** A role that the call is not for. */
function strangersTo(call: Call): Role {
  const found = roles.find((role) => denialByAll(rulesOf(call), { roles: [role], flags: ordinary }) === 'role')
  if (!found) throw new Error('a call for everybody')
  return found
}

/** That the audit log tells of each call that is refused, to whoever asked, and to nobody else. */
export function testAuditOfRefusals(calls: readonly Entry[]): void {
  let testApp: TestApp
  beforeAll(async () => {
    testApp = await openTestApp({ KYC_REVIEW: 'master' })
  })
  afterAll(() => testApp.close())

  /** Whom nothing is done to: one for each kind and name. */
  const keptParties = new Map<string, Promise<Party>>()
  function keptParty(call: Call, name: 'own' | 'stranger'): Promise<Party> {
    const key = `${name} ${JSON.stringify(kindFor(call))}`
    const party = keptParties.get(key) ?? newParty(call)
    keptParties.set(key, party)
    return party
  }
  async function newParty(call: Call): Promise<Party> {
    const merchant = await testApp.addMerchant(kindFor(call))
    return { merchant, objects: await seedObjects(testApp, merchant, 'Somebody') }
  }

  const withSession = calls.filter(hasSession)
  const restricted = withSession.filter(({ call }) => call.audit !== undefined && rules[call.access].who !== 'session')
  const about = withSession.filter(({ call }) => call.paramNames.length > 0 || call.body)

  describe('an act', () => {
    it.each(restricted)('of $name leaves one row when it is denied, and is not done', async ({ call }: Entry) => {
      const party = await keptParty(call, 'own')
      const session = await testApp.signIn(party.merchant, { roles: [strangersTo(call)] })
      const answer = await send(testApp, session, call, requestOf(call, party), {
        'idempotency-key': crypto.randomUUID(),
      })
      expect(answer.status, answer.text).toBe(403)
      expect(await rowsBy(testApp, session.subUserId)).toMatchObject([
        {
          merchant_id: party.merchant.merchantId,
          action: call.audit,
          result: 'denied',
          why: 'role',
          request_id: answer.body['request_id'],
        },
      ])
    })

    it.each(about)(
      "of $name leaves one row in one's own log when it was about a stranger, and none in theirs",
      async ({ call }) => {
        const [own, stranger] = [await keptParty(call, 'own'), await keptParty(call, 'stranger')]
        const session = await testApp.signIn(own.merchant)
        const headers = { 'idempotency-key': crypto.randomUUID(), 'x-client-key': stranger.merchant.key }
        const answer = await send(testApp, session, call, requestOf(call, own), headers)
        expect(answer.status, answer.text).toBe(404)
        expect(await rowsBy(testApp, session.subUserId)).toMatchObject([
          { merchant_id: own.merchant.merchantId, result: 'denied', why: 'a merchant outside the session' },
        ])
      },
    )
  })
}
