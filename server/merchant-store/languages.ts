import type { Language } from '#i18n/languages.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** The language that a user has chosen, else the merchant's; empty where neither has one. Index: the primary keys. */
export async function chosenLanguage(ctx: Ctx, subUserId: string): Promise<Language | ''> {
  const [user, merchant] = await Promise.all([
    ctx.own.select('sub_users').select('language').where('sub_user_id', '=', subUserId).executeTakeFirst(),
    merchantOf(ctx),
  ])
  return user?.language || merchant.language
}

/**
 * The language to write to a user in: the chosen one, else the one that their console had last, else that of whoever
 * makes it be written. Index: the primary keys.
 */
export async function languageOfUser(ctx: Ctx, subUserId: string, otherwise = ctx.client.language): Promise<Language> {
  const chosen = await chosenLanguage(ctx, subUserId)
  if (chosen) return chosen
  const seen = await ctx.own
    .select('notification_languages')
    .select('language')
    .where('sub_user_id', '=', subUserId)
    .executeTakeFirst()
  return seen?.language ?? otherwise
}

/** The language to write to the merchant's own address in. */
export const languageOfMerchant = async (ctx: Ctx, otherwise = ctx.client.language): Promise<Language> =>
  (await merchantOf(ctx)).language || otherwise
