import type { Role } from '#contract/access.ts'
import type { SubUser } from '#contract/users.ts'
import { goodPassword, lastToken, newAddress } from '#server/registration/rig.ts'
import type { Answer, TestHouse, TestMerchant, TestSession } from '#test/house.ts'

/** What an administrator fills in to invite somebody. */
export const invitationOf = (changes: { roles?: Role[]; email_address?: string } = {}) => ({
  name: 'Mei Lin Tan',
  email_address: newAddress(),
  phone_number: '+65 8123 4567',
  roles: ['payment-user'] as Role[],
  ...changes,
})

export const pathOf = ({ merchantId }: TestMerchant, id = '') => `/merchants/${merchantId}/subUser${id && `/${id}`}`

export const invite = (house: TestHouse, admin: TestSession, body: object = invitationOf()) =>
  house.call(admin, 'POST', pathOf(admin.merchant), body)

export const update = (house: TestHouse, admin: TestSession, id: string, body: object) =>
  house.call(admin, 'PUT', pathOf(admin.merchant, id), body)

export const read = (house: TestHouse, session: TestSession, id: string) =>
  house.call(session, 'GET', pathOf(session.merchant, id))

export const userIn = (answer: Answer): SubUser => {
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body['content'] as unknown as SubUser
}

export const accept = (house: TestHouse, inviteToken: string, password = goodPassword) =>
  house.call(null, 'POST', '/api/users/accept-invitation', { inviteToken, password })

/** Somebody who was invited and has chosen a password. */
export async function accepted(house: TestHouse, admin: TestSession, roles: Role[] = ['payment-user']) {
  const body = invitationOf({ roles })
  const user = userIn(await invite(house, admin, body))
  const answer = await accept(house, await lastToken(house, body.email_address))
  if (answer.status !== 200) throw new Error(answer.text)
  return { ...user, email: body.email_address, password: goodPassword }
}

/** What an answer says went wrong. */
export const reasonOf = ({ status, body }: Answer) => ({ status, reason: body['status_reason'] })
