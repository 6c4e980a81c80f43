import { invitationOf } from '#server/users/fixtures.ts'
import { later } from '#server/registration/fixtures.ts'
import { done, sql, type Arrangements } from './scene.ts'

/** Sub-users, their tickets and what they are told. */
export const ofUsers: Arrangements = {
  async resendInvitation(scene) {
    const { testApp, session, asked } = scene
    const path = `/merchants/${session.merchant.key}/subUser`
    const { subUserUuid } = await done(scene, 'POST', path, invitationOf())
    await later(testApp, 120)
    asked.path = { ...asked.path, id: String(subUserUuid) }
  },
  markNotificationRead: (scene) => sql(scene, 'update notifications set sub_user_id = $2 where merchant_id = $1'),
  reopenTicket: (scene) => sql(scene, `update support_tickets set status = 'closed' where merchant_id = $1`),
}
