import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { createLogin, createMerchant, type NewMerchant } from '#server/merchants/create.ts'
import { slugOf } from '#server/merchants/slug.ts'
import { marketOf } from '#server/merchants/market.ts'
import { addFirstChannels } from '#server/merchants/simulated-channels.ts'

/** The facts that a registration states. */
export interface Registration {
  merchantName: string
  email: string
  country: string
  passwordPhc: string
}

/** The facts of the merchant that a registration does not decide. */
type OpenAs = { emailVerified: boolean } & Pick<NewMerchant, 'kind' | 'masterId' | 'crossBorder' | 'crossBorderModel'>

/**
 * Makes the merchant, its first channel and its first user, an admin. Null when the e-mail address is a login already: then
 * the caller rolls back.
 * @returns the context of the new merchant.
 */
export async function openMerchant(
  ctx: Ctx,
  { merchantName, email, country, passwordPhc }: Registration,
  { emailVerified, ...as }: OpenAs,
): Promise<{ ctx: Ctx; subUserId: string } | null> {
  const merchantId = newId()
  const own = await ctx.enter({ merchantId, environment: 'sandbox' })
  const slug = slugOf(merchantName)
  const facts = { merchantId, slug, name: merchantName, email, country, ...as, ...marketOf(country) }
  const { wrappedKey } = await createMerchant(own, facts)
  await addFirstChannels(own, { slug, country, wrappedKey })
  const login = { name: merchantName, email, roles: ['admin' as const], passwordPhc, emailVerified }
  const subUserId = await createLogin(own, login)
  return subUserId === null ? null : { ctx: own, subUserId }
}
