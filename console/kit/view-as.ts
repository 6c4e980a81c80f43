import type { Role } from '#contract/access.ts'
import { viewAs } from '#contract/users.ts'
import { callAsUser, openSession } from './session.ts'

/** Has this tab show the console as somebody with these roles sees it, for looking only. Throws CallError. */
export async function viewAsRoles(roles: readonly Role[]): Promise<void> {
  await openSession(await callAsUser(viewAs, { body: { roles: [...roles] } }))
}
