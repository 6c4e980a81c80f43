import type { Role } from '#contract/access.ts'
import type { SubUser } from '#contract/users.ts'
import { goodPassword, lastToken, newAddress } from '#server/registration/fixtures.ts'
import type { Answer, TestApp, TestMerchant, TestSession } from '#test/test-app.ts'

/** The body of an administrator's invitation. */
export const invitationOf = (changes: { roles?: Role[]; email_address?: string } = {}) => ({
  name: 'Mei Lin Tan',
  email_address: newAddress(),
  phone_number: '+65 8123 4567',
  roles: ['payment-user'] as Role[],
  ...changes,
})

export const pathOf = ({ merchantId }: TestMerchant, id = '') => `/merchants/${merchantId}/subUser${id && `/${id}`}`

export const invite = (testApp: TestApp, admin: TestSession, body: object = invitationOf()) =>
  testApp.call(admin, 'POST', pathOf(admin.merchant), body)

export const update = (testApp: TestApp, admin: TestSession, id: string, body: object) =>
  testApp.call(admin, 'PUT', pathOf(admin.merchant, id), body)

export const read = (testApp: TestApp, session: TestSession, id: string) =>
  testApp.call(session, 'GET', pathOf(session.merchant, id))

export const userIn = (answer: Answer): SubUser => {
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body['content'] as unknown as SubUser
}

export const accept = (testApp: TestApp, inviteToken: string, password = goodPassword) =>
  testApp.call(null, 'POST', '/api/users/accept-invitation', { inviteToken, password })

/** An invited user who has chosen a password. */
export async function accepted(testApp: TestApp, admin: TestSession, roles: Role[] = ['payment-user']) {
  const body = invitationOf({ roles })
  const user = userIn(await invite(testApp, admin, body))
  const answer = await accept(testApp, await lastToken(testApp, body.email_address))
  if (answer.status !== 200) throw new Error(answer.text)
  return { ...user, email: body.email_address, password: goodPassword }
}

/** The status and the reason of an answer. */
export const reasonOf = ({ status, body }: Answer) => ({ status, reason: body['status_reason'] })
