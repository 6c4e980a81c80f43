import type { Role } from '#contract/access.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { loginName } from '#server/kit/auth/login.ts'
import { newMerchantKey, seal } from '#server/kit/secrets/seal.ts'
import { newToken } from '#server/kit/auth/token.ts'
import { secretPlace } from '#server/kit/secrets/vault.ts'
import type { KycStatus, merchantKinds } from '#contract/merchants.ts'
import { lendChannels } from './lend.ts'

/** A merchant as it begins: sandbox, KYC pending unless said otherwise, without users and channels. */
export interface NewMerchant {
  merchantId: string
  /** Begins the merchant's key; unique among all merchants. */
  slug: string
  name: string
  email: string
  websiteUrl?: string
  country: string
  currency: Currency
  timeZone: string
  kind: (typeof merchantKinds)[number]
  masterId?: string | null
  phone?: string
  kycStatus?: KycStatus
  crossBorder?: boolean
  crossBorderModel?: 'PARTNERSHIP'
  /** Whether it may have logins. By default all merchants may but owned ones. */
  loginAllowed?: boolean
  /** Whether it takes payments by its master's channels. */
  useMasterCreds?: boolean
  /** Whether it needs no guide through its first steps. */
  started?: boolean
}

/** Writes a merchant with a data key, a public key and a secret of its own; `ctx` has to be about it already. */
export async function createMerchant(ctx: Ctx, merchant: NewMerchant): Promise<{ wrappedKey: Buffer }> {
  const { merchantId } = merchant
  const wrapped = newMerchantKey(ctx.services.master)
  await ctx.db
    .insertInto('merchants')
    .values({
      merchant_id: merchantId,
      key: `${merchant.slug}-${newToken().slice(0, 12)}`,
      slug: merchant.slug,
      name: merchant.name,
      brand_name: merchant.name,
      website_url: merchant.websiteUrl ?? '',
      email: merchant.email,
      country: merchant.country,
      currency: merchant.currency,
      time_zone: merchant.timeZone,
      kind: merchant.kind,
      master_id: merchant.masterId ?? null,
      master_access: merchant.kind === 'owned',
      kyc_status: merchant.kycStatus ?? 'PENDING',
      cross_border_enabled: merchant.crossBorder ?? false,
      cross_border_model: merchant.crossBorderModel ?? '',
      phone: merchant.phone ?? '',
      login_allowed: merchant.loginAllowed ?? merchant.kind !== 'owned',
      use_master_creds: merchant.useMasterCreds ?? false,
      get_started_dismissed: merchant.started ?? false,
      wrapped_key: wrapped,
      secret_sealed: seal({ master: ctx.services.master, wrapped }, newToken(), secretPlace(merchantId)),
      created_at: ctx.now,
    })
    .execute()
  if (merchant.useMasterCreds) lendChannels(ctx)
  return { wrappedKey: wrapped }
}

/** A sub-user who signs in by this e-mail address. */
export interface NewLogin {
  name: string
  email: string
  roles: Role[]
  passwordPhc: string
  emailVerified: boolean
}

/**
 * Adds a sub-user to the merchant of `ctx` and claims the login. Null when another user has the login already. The sub-user is
 * written even then, so the caller rolls back.
 */
export async function createLogin(ctx: Ctx, login: NewLogin): Promise<string | null> {
  const subUserId = newId()
  const { merchantId } = ctx.owner
  await ctx.db
    .insertInto('sub_users')
    .values({
      merchant_id: merchantId,
      sub_user_id: subUserId,
      name: login.name,
      email: login.email,
      roles: login.roles,
      is_email_verified: login.emailVerified,
      password_phc: login.passwordPhc,
      created_at: ctx.now,
    })
    .execute()
  const [row] = await ctx.tx.query<{ claimed: boolean }>('select claim_login($1, $2, $3) as claimed', [
    loginName(login.email),
    merchantId,
    subUserId,
  ])
  return row?.claimed ? subUserId : null
}
