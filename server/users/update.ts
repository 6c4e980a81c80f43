import type { Input } from '#contract/kit/call.ts'
import { Fault } from '#contract/faults.ts'
import type { updateUser as declaration, UserEvent } from '#contract/users.ts'
import type { Changes, Ctx } from '#server/kit/ctx.ts'
import { loginName } from '#server/kit/auth/login.ts'
import { voidOneTimeTokens } from '#server/kit/auth/one-time-token.ts'
import { endSessionsOf } from '#server/session-store/queries.ts'
import { forgetAllOf } from '#server/session-store/remembered.ts'
import { moveAddress } from './addresses.ts'
import { expectGrantable, expectManageable, inOrder, lockUsers } from './may-change.ts'
import { changeUser, findUser, hasOtherAdministrator, note, type UserColumns, type UserRow } from './queries.ts'

type Body = Input<typeof declaration>['body']
interface Wanted extends UserColumns {
  name: string
  email: string
  phone: string
  roles: UserRow['roles']
  is_active: boolean
}

/** Changes the given fields of a sub-user. A field with an equal value is no change. */
export async function updateUser(ctx: Ctx, subUserId: string, body: Body): Promise<void> {
  const manager = await lockUsers(ctx)
  const before = await findUser(ctx, subUserId)
  if (!before) throw new Fault('notFound')
  if (body.revision !== undefined && body.revision !== before.revision) throw new Fault('changedMeanwhile')
  const wanted: Wanted = {
    name: body.name ?? before.name,
    email: body.email_address ?? before.email,
    phone: body.phone_number ?? before.phone,
    roles: body.roles ? inOrder(body.roles) : before.roles,
    is_active: body.is_active ?? before.is_active,
  }
  const changes = changesOf(before, wanted)
  ctx.auditSubject(subUserId, changes)
  if (Object.keys(changes).length === 0) return

  expectManageable(manager, before.roles)
  if ((changes['roles'] || changes['is_active']) && subUserId === ctx.user?.subUserId) throw new Fault('ownAccess')
  const awakened = wanted.is_active && !before.is_active
  // A reactivated user is granted all of their roles again.
  const granted = awakened ? wanted.roles : wanted.roles.filter((role) => !before.roles.includes(role))
  expectGrantable(manager, granted)
  if (isAdministrator(before) && !isAdministrator({ ...wanted, invited_at: before.invited_at }))
    if (!(await hasOtherAdministrator(ctx, subUserId))) throw new Fault('lastAdministrator')

  const moved = loginName(wanted.email) !== loginName(before.email)
  if (moved) await moveAddress(ctx, before, wanted.email)
  await changeUser(ctx, subUserId, { ...wanted, ...(moved && { is_email_verified: false }) })
  if (changes['roles'] || changes['is_active']) {
    endSessionsOf(ctx, subUserId, 'roles_changed')
    forgetAllOf(ctx, subUserId)
  }
  if (!wanted.is_active) await voidOneTimeTokens(ctx, subUserId)
  note(ctx, subUserId, eventOf(changes), { changes })
}

/** Whether the user is an active administrator who has accepted the invitation. */
const isAdministrator = ({ roles, is_active, invited_at }: Pick<UserRow, 'roles' | 'is_active' | 'invited_at'>) =>
  is_active && invited_at === null && roles.includes('admin')

function changesOf(before: UserRow, wanted: Wanted): Changes {
  const pairs: [string, string | boolean, string | boolean][] = [
    ['name', before.name, wanted.name],
    ['email_address', before.email, wanted.email],
    ['phone_number', before.phone, wanted.phone],
    ['roles', inOrder(before.roles).join(), wanted.roles.join()],
    ['is_active', before.is_active, wanted.is_active],
  ]
  return Object.fromEntries(
    pairs.flatMap(([field, was, is]) => (was === is ? [] : [[field, { before: was, after: is }]])),
  )
}

/** The event of a change: that of its most important part. */
function eventOf(changes: Changes): UserEvent {
  if (changes['is_active']) return changes['is_active'].after ? 'reactivated' : 'deactivated'
  if (changes['roles']) return 'roles_changed'
  return changes['email_address'] ? 'address_changed' : 'changed'
}
