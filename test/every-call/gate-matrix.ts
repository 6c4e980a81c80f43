import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles, type Role, type RuleName } from '#contract/access.ts'
import type { allCalls } from '#contract/contract.ts'
import { faults } from '#contract/faults.ts'
import { full } from '#test/faults/counts.ts'
import { seedObjects, type Objects } from '#test/objects.ts'
import { probeOf } from '#test/probes.ts'
import { requestOf, send } from '#test/request.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { decidesItself, kinds, may, takesSession } from './access-matrix.ts'

interface Party {
  merchant: TestMerchant
  objects: Objects
  sessions: Map<Role, TestSession>
}

/**
 * Holds the running gate to the matrix: for each call and kind of merchant one role that may and one that may not, others for
 * each commit. All of them are tried in the long form, and of a call that decides in its handler.
 */
export function testGateAgainstMatrix(calls: ReturnType<typeof allCalls>): void {
  const withSession = calls.filter(takesSession)
  const parties = new Map<string, Party>()
  let testApp: TestApp
  /** How often the ordinary merchant was denied. */
  let denials = 0

  beforeAll(async () => {
    testApp = await openTestApp()
    for (const [kind, { merchant: changes, recon }] of Object.entries(kinds)) {
      const merchant = await testApp.addMerchant({ ...changes, name: kind })
      // Dashboard and reports are on by default, so a merchant without them has had them switched off.
      await testApp.owner.transaction(null, (tx) =>
        tx.query(
          'update merchants set recon_analytics_enabled = $2, recon_dashboard_enabled = $2, recon_reports_enabled = $2 where merchant_id = $1',
          [merchant.merchantId, recon === true],
        ),
      )
      parties.set(kind, { merchant, sessions: new Map(), objects: await seedObjects(testApp, merchant, kind) })
    }
  }, 60_000)
  afterAll(() => testApp.close())

  async function sessionOf({ merchant, sessions }: Party, role: Role): Promise<TestSession> {
    const session = sessions.get(role) ?? (await testApp.signIn(merchant, { roles: [role] }))
    sessions.set(role, session)
    return session
  }

  describe('the gate', () => {
    // Last, since they change what the merchant may do, and end the sessions that they are tried with.
    const last = ['saveReconSwitches', 'lockSession', 'signOut']
    const ordered = withSession.toSorted((a, b) => last.indexOf(a.name) - last.indexOf(b.name))
    it.each(ordered)('allows $name exactly as the matrix says', async ({ name, call }) => {
      for (const [kind, party] of parties) {
        const asked = requestOf(call, party)
        for (const role of decidesItself(name, call.access as RuleName) ? roles : rolesFor(name, kind)) {
          const session = await sessionOf(party, role)
          const answer = await send(testApp, session, call, asked)
          const denied = answer.status === 403 && answer.body['status_reason'] === faults.denied.reason
          expect({ kind, role, may: !denied }).toEqual({ kind, role, may: may(name, kind, role) })
          if (!denied) expect(answer.status, `${kind} ${role}: ${answer.text}`).toBeLessThan(500)
          if (denied && kind === 'ordinary') denials += 1
        }
      }
    })

    it('writes a row for each denied attempt, with the reason', async () => {
      const [row] = await testApp.owner.transaction(null, (tx) =>
        tx.query<{ denied: bigint }>(
          `select count(*) as denied from audit_events where merchant_id = $1 and result = 'denied' and why in ('role', 'master_only', 'not_enabled', 'cross_border_only')`,
          [parties.get('ordinary')?.merchant.merchantId],
        ),
      )
      expect(Number(row?.denied)).toBe(denials)
    })
  })
}

/** One that may and one that may not, where there are; all of them in the long form. */
function rolesFor(name: string, kind: string): readonly Role[] {
  if (full) return roles
  const allowed = roles.filter((role) => may(name, kind, role))
  const denied = roles.filter((role) => !may(name, kind, role))
  // The flags of this kind alone keep them out, so they are the first to be let in by a mistake.
  const almost = denied.filter((role) => Object.keys(kinds).some((other) => may(name, other, role)))
  const picked = [allowed, almost.length > 0 ? almost : denied].map((some) => probeOf(`${name} ${kind}`, some))
  return picked.filter((role) => role !== undefined)
}
