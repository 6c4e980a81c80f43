import { describe, it } from 'vitest'
import { faults } from '#contract/faults.ts'
import { probesOf } from '#test/probes.ts'
import { requestOf } from '#test/request.ts'
import { ask, expectFault, type Entry, type Scene } from './scene.ts'

/** No call that takes a session answers without a live one. */
export function testSessions(calls: readonly Entry[], scene: () => Scene): void {
  describe('without a live session', () => {
    it.each(calls)('$name answers 401 and nothing else', async ({ name, call }) => {
      const asked = requestOf(call, scene().own)
      const ended = await scene().testApp.signIn(scene().own.merchant)
      const inactive = await scene().testApp.signIn(scene().own.merchant)
      const expired = await scene().testApp.signIn(scene().own.merchant)
      await scene().testApp.owner.transaction(null, async (tx) => {
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
        `Basic ${scene().own.session.token}`,
        scene().own.session.token,
      ]
      for (const authorization of probesOf(`tokens ${name}`, tokens, 2))
        expectFault(call, await ask(scene(), null, call, asked, { authorization }), 401, faults.sessionLost.reason)
      expectFault(call, await ask(scene(), null, call, asked), 401, faults.sessionLost.reason)
      for (const session of probesOf(`sessions ${name}`, [ended, inactive, expired], 1))
        expectFault(call, await ask(scene(), session, call, asked), 401, faults.sessionLost.reason)
    })

    it.each(calls)('$name stops at once for a session that was just used', async ({ call }) => {
      const session = await scene().testApp.signIn(scene().own.merchant)
      await ask(scene(), session, call, requestOf(call, scene().own))
      await scene().testApp.owner.transaction(null, (tx) =>
        tx.query('update sub_users set is_active = false where sub_user_id = $1', [session.subUserId]),
      )
      expectFault(call, await ask(scene(), session, call, requestOf(call, scene().own)), 401, faults.sessionLost.reason)
    })

    it.each(calls)('$name is locked after idling', async ({ call }) => {
      const session = await scene().testApp.signIn(scene().own.merchant)
      await scene().testApp.owner.transaction(null, (tx) =>
        tx.query(`update sessions set last_seen_at = now() - interval '16 minutes' where session_id = $1`, [
          session.sessionId,
        ]),
      )
      expectFault(
        call,
        await ask(scene(), session, call, requestOf(call, scene().own)),
        401,
        faults.sessionLocked.reason,
      )
    })
  })
}
