import type { Role } from '#contract/access.ts'
import { viewAs } from '#contract/users.ts'
import { callAsUser, openSession } from './session.ts'

/** Shows the console in this tab as a user with these roles sees it, read-only. Throws CallError. */
export async function viewAsRoles(roles: readonly Role[]): Promise<void> {
  await openSession(await callAsUser(viewAs, { body: { roles: [...roles] } }))
}
