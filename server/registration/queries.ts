import type { Ctx } from '#server/kit/ctx.ts'
import type { InviteWay } from '#contract/invites.ts'
import type { Language } from '#i18n/languages.ts'
import { newId } from '#server/kit/db/id.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import type { Registration } from './open-merchant.ts'

/** The invite of a registration, and the way its link was delivered. */
export interface RegistrationInvite {
  id: string
  way: InviteWay
}

/** Stores a registration until its job opens the merchant. */
export async function insertRegistration(
  ctx: Ctx,
  { merchantName, email, country, passwordPhc }: Registration,
  language: Language,
  invite?: RegistrationInvite,
): Promise<string> {
  const registrationId = newId()
  await ctx.db
    .insertInto('registrations')
    .values({
      registration_id: registrationId,
      merchant_name: merchantName,
      email,
      country,
      password_phc: passwordPhc,
      language,
      created_at: ctx.now,
      invite_id: invite?.id ?? null,
      invite_way: invite?.way ?? null,
    })
    .execute()
  return registrationId
}

/** Takes a registration out. Of two concurrent jobs, the second finds nothing. Index: primary key. */
export async function takeRegistration(
  ctx: Ctx,
  registrationId: string,
): Promise<(Registration & { language: Language; invite: RegistrationInvite | null }) | undefined> {
  const row = await ctx.db
    .deleteFrom('registrations')
    .where('registration_id', '=', registrationId)
    .returning(['merchant_name as merchantName', 'email', 'country', 'password_phc as passwordPhc', 'language'])
    .returning(['invite_id', 'invite_way'])
    .executeTakeFirst()
  if (!row) return undefined
  const { invite_id: id, invite_way: way, ...wanted } = row
  return { ...wanted, invite: id && way ? { id, way } : null }
}

/** Consumes the token of the set-up link; false when it is used, expired or not the newest. */
export async function takeSetUpToken(ctx: Ctx, token: string): Promise<boolean> {
  const [row] = await ctx.tx.query<{ taken: boolean }>('select take_set_up_token($1) as taken', [hashToken(token)])
  return row?.taken ?? false
}

/** A user of the scope's merchant, locked. Index: primary key. */
export const findUser = (ctx: Ctx, subUserId: string) =>
  ctx.own
    .select('sub_users')
    .select(['email', 'name', 'is_email_verified'])
    .where('sub_user_id', '=', subUserId)
    .forUpdate()
    .executeTakeFirst()

/** Records that a user's address is confirmed. */
export async function confirmEmail(ctx: Ctx, subUserId: string): Promise<void> {
  await ctx.own.update('sub_users').set({ is_email_verified: true }).where('sub_user_id', '=', subUserId).execute()
}
