import { roles, type Role } from '#contract/access.ts'
import type { Currency } from '#contract/kit/money.ts'
import { ways, type Way } from '#contract/methods.ts'
import { environments } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newMerchantKey, seal } from '#server/kit/seal.ts'
import { newToken } from '#server/kit/token.ts'
import { channelPlace, secretPlace } from '#server/kit/vault.ts'

/** A merchant to try things with. */
export interface DemoMerchant {
  slug: string
  name: string
  kind: 'single' | 'master' | 'managed' | 'owned'
  master?: string
  country: string
  currency: Currency
  timeZone: string
  /** Where its links are paid; its own country when absent. */
  sellsTo?: readonly string[]
  crossBorder?: true
  onboarded: boolean
  /** The names before `@<slug>.example`; a merchant without any has no login. */
  logins: readonly Role[]
}

/** One of each kind that the console tells apart. */
export const demoMerchants: readonly DemoMerchant[] = [
  {
    slug: 'acme',
    name: 'Acme Outfitters',
    kind: 'single',
    country: 'SG',
    currency: 'SGD',
    timeZone: 'Asia/Singapore',
    sellsTo: ['SG', 'VN', 'TH', 'MY', 'ID', 'PH', 'IN', 'KE', 'KR'],
    onboarded: true,
    logins: roles,
  },
  {
    slug: 'atlas',
    name: 'Atlas Group',
    kind: 'master',
    country: 'ID',
    currency: 'IDR',
    timeZone: 'Asia/Jakarta',
    onboarded: true,
    logins: ['admin'],
  },
  {
    slug: 'borneo',
    name: 'Borneo Coffee',
    kind: 'managed',
    master: 'atlas',
    country: 'MY',
    currency: 'MYR',
    timeZone: 'Asia/Kuala_Lumpur',
    onboarded: true,
    logins: ['admin'],
  },
  {
    slug: 'coral',
    name: 'Coral Dive Shop',
    kind: 'owned',
    master: 'atlas',
    country: 'VN',
    currency: 'VND',
    timeZone: 'Asia/Ho_Chi_Minh',
    onboarded: true,
    logins: [],
  },
  {
    slug: 'delta',
    name: 'Delta Trading',
    kind: 'single',
    country: 'KR',
    currency: 'KRW',
    timeZone: 'Asia/Seoul',
    crossBorder: true,
    onboarded: true,
    logins: ['admin'],
  },
  {
    slug: 'ember',
    name: 'Ember Studio',
    kind: 'single',
    country: 'TH',
    currency: 'THB',
    timeZone: 'Asia/Bangkok',
    onboarded: false,
    logins: ['admin'],
  },
]

/** Writes a merchant with its secret, users and simulated channel; as the schema's owner, who alone adds merchants. */
export async function seedMerchant(
  ctx: Ctx,
  merchant: DemoMerchant & { merchantId: string; masterId: string | null },
  { passwordPhc }: { passwordPhc: string },
): Promise<void> {
  const { merchantId } = merchant
  const keys = { master: ctx.house.master, wrapped: newMerchantKey(ctx.house.master) }
  await ctx.db
    .insertInto('merchants')
    .values({
      merchant_id: merchantId,
      key: `${merchant.slug}-${newToken().slice(0, 12)}`,
      slug: merchant.slug,
      name: merchant.name,
      brand_name: merchant.name,
      website_url: `https://${merchant.slug}.example`,
      email: `hello@${merchant.slug}.example`,
      country: merchant.country,
      currency: merchant.currency,
      time_zone: merchant.timeZone,
      kind: merchant.kind,
      master_id: merchant.masterId,
      master_access: merchant.kind === 'owned',
      kyc_status: merchant.onboarded ? 'APPROVED' : 'PENDING',
      cross_border_enabled: merchant.crossBorder ?? false,
      wrapped_key: keys.wrapped,
      secret_sealed: seal(keys, newToken(), secretPlace(merchantId)),
      created_at: ctx.now,
    })
    .execute()
  for (const role of merchant.logins) await seedUser(ctx, merchant, role, passwordPhc)
  if (!merchant.onboarded) return
  for (const environment of environments) {
    const place = channelPlace(merchantId, environment, 'SIMULATOR')
    await ctx.db
      .insertInto('payment_channels')
      .values({
        merchant_id: merchantId,
        environment,
        channel_key: 'SIMULATOR',
        provider: 'simulator',
        name: 'Simulator',
        creds_sealed: seal(keys, JSON.stringify({ account: merchant.slug }), place),
        created_at: ctx.now,
      })
      .execute()
    await ctx.db
      .insertInto('payment_methods')
      .values(
        waysOf(merchant).map(({ type, subType }, index) => ({
          merchant_id: merchantId,
          environment,
          channel_key: 'SIMULATOR',
          type,
          sub_type: subType,
          is_default: index === 0,
        })),
      )
      .execute()
    await ctx.db
      .insertInto('channel_fees')
      .values({
        merchant_id: merchantId,
        environment,
        channel_key: 'SIMULATOR',
        currency: merchant.currency,
        percent_fee: '2.9',
        minimum_fee_minor: 0n,
        flat_fee_minor: 30n,
        tax_percent: '8',
      })
      .execute()
  }
}

/** The simulator takes every way to pay; a merchant offers those of the countries it sells to. */
const waysOf = ({ country, sellsTo = [country] }: DemoMerchant): readonly Way[] =>
  ways.filter(({ places }) => !places || sellsTo.some((each) => Object.hasOwn(places, each)))

async function seedUser(
  ctx: Ctx,
  { merchantId, slug }: { merchantId: string; slug: string },
  role: Role,
  passwordPhc: string,
): Promise<void> {
  const subUserId = crypto.randomUUID()
  const email = `${role}@${slug}.example`
  await ctx.db
    .insertInto('sub_users')
    .values({
      merchant_id: merchantId,
      sub_user_id: subUserId,
      name: `${slug.charAt(0).toUpperCase()}${slug.slice(1)} ${role.replaceAll('-', ' ')}`,
      email,
      roles: [role],
      password_phc: passwordPhc,
      created_at: ctx.now,
    })
    .execute()
  await ctx.db
    .insertInto('logins')
    .values({ email_lower: email, merchant_id: merchantId, sub_user_id: subUserId })
    .execute()
}
