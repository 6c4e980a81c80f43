import type { Language } from '#i18n/languages.ts'
import type { Input } from '#contract/kit/call.ts'
import type { updateProfile as declaration } from '#contract/users.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import { changeUser, findUser, note } from './queries.ts'
import { lockUser } from './lock-user.ts'

/** Stores the language that the user who asks has chosen. An equal one is no change. */
export async function chooseLanguage(own: Ctx, subUserId: string, language: Language): Promise<void> {
  const before = await own.db
    .selectFrom('sub_users')
    .select('language')
    .where('merchant_id', '=', own.owner.merchantId)
    .where('sub_user_id', '=', subUserId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const changes = changesFrom({ language: before.language }, { language })
  own.auditSubject(subUserId, changes, own.owner)
  if (Object.keys(changes).length === 0) return
  await own.own.update('sub_users').set({ language }).where('sub_user_id', '=', subUserId).execute()
}

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
