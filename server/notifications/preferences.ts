import { allowed } from '#contract/access.ts'
import { kindNames, kindOf, type NotificationPreference } from '#contract/notifications.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { findPreferences, keepPreference, type Whose } from './queries.ts'

/** The user's choices for each kind of notice that their roles get. */
export async function preferencesOf(ctx: Ctx, user: User): Promise<NotificationPreference[]> {
  const chosen = new Map((await findPreferences(ctx, user)).map((row) => [row.kind, row]))
  return kindNames
    .filter((kind) => allowed(kindOf(kind).audience, user))
    .map((kind) => {
      const { console: inConsole, email, fixed = false, mailed = false } = kindOf(kind)
      const own = chosen.get(kind)
      return { kind, console: fixed || (own?.console ?? inConsole), email: mailed || (own?.email ?? email) }
    })
}

/** Stores a user's choices, also for kinds that their present roles do not get, since roles change. */
export async function savePreferences(
  ctx: Ctx,
  whose: Whose,
  preferences: readonly NotificationPreference[],
): Promise<void> {
  for (const { kind, console: inConsole, email } of preferences)
    await keepPreference(ctx, whose, { kind, console: inConsole || kindOf(kind).fixed === true, email })
}
