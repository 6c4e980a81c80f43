import type { Input } from '#contract/kit/call.ts'
import type { updateProfile as declaration } from '#contract/users.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import { changeUser, findUser, note } from './queries.ts'
import { lockUser } from './lock-user.ts'

/** Changes the name and telephone number of the user who asks. A field with an equal value is no change. */
export async function updateProfile(
  own: Ctx,
  subUserId: string,
  { name, phone_number: phone }: Input<typeof declaration>['body'],
): Promise<void> {
  await lockUser(own, subUserId)
  const before = await findUser(own, subUserId)
  if (!before) throw new Error('a session without its user')
  const wanted = { name: name ?? before.name, phone: phone ?? before.phone }
  const changes = changesFrom(
    { name: before.name, phone_number: before.phone },
    { name: wanted.name, phone_number: wanted.phone },
  )
  own.auditSubject(subUserId, changes, own.owner)
  if (Object.keys(changes).length === 0) return
  await changeUser(own, subUserId, wanted)
  note(own, subUserId, 'changed', { changes })
}
