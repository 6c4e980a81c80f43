import { roles, type Role } from '#contract/access.ts'
import type { Currency } from '#contract/kit/money.ts'
import { ways, type Way } from '#contract/methods.ts'
import { environments } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { seal } from '#server/kit/secrets/seal.ts'
import { channelPlace } from '#server/kit/secrets/vault.ts'
import { createLogin, createMerchant } from './create.ts'

/** A merchant to try things with. */
export interface DemoMerchant {
  slug: string
  name: string
  kind: 'single' | 'master' | 'managed' | 'owned'
  master?: string
  country: string
  currency: Currency
  timeZone: string
  /** The country in which its links are paid; its own when absent. */
  sellsTo?: readonly string[]
  crossBorder?: true
  onboarded: boolean
  /** It takes payments by its master's channels. */
  useMasterCreds?: true
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
  {
    slug: 'fuji',
    name: 'Fuji Street Food',
    kind: 'owned',
    master: 'atlas',
    country: 'ID',
    currency: 'IDR',
    timeZone: 'Asia/Jakarta',
    useMasterCreds: true,
    onboarded: false,
    logins: [],
  },
  {
    slug: 'gobi',
    name: 'Gobi Outdoor',
    kind: 'managed',
    master: 'atlas',
    country: 'SG',
    currency: 'SGD',
    timeZone: 'Asia/Singapore',
    onboarded: false,
    logins: ['admin'],
  },
]

interface SeedChannel {
  key: string
  name: string
  isEnabled: boolean
}
const simulated: SeedChannel = { key: 'SIMULATOR', name: 'Simulator', isEnabled: true }
/** The channel of the demo's past payments other than by card; it is switched off. */
export const regional: SeedChannel = { key: 'REGIONAL', name: 'Regional methods', isEnabled: false }

/** Writes a merchant with its secret, users and simulated channel, and more channels where they are wanted. */
export async function seedMerchant(
  ctx: Ctx,
  merchant: DemoMerchant & { merchantId: string; masterId: string | null },
  { passwordPhc, channels = [] }: { passwordPhc: string; channels?: readonly SeedChannel[] },
): Promise<void> {
  const { merchantId, slug } = merchant
  const { wrappedKey } = await createMerchant(ctx, {
    ...merchant,
    email: `hello@${slug}.example`,
    websiteUrl: `https://${slug}.example`,
    kycStatus: merchant.onboarded ? 'APPROVED' : 'PENDING',
  })
  const keys = { master: ctx.services.master, wrapped: wrappedKey }
  for (const role of merchant.logins) {
    const name = `${slug.charAt(0).toUpperCase()}${slug.slice(1)} ${role.replaceAll('-', ' ')}`
    await createLogin(ctx, { name, email: `${role}@${slug}.example`, roles: [role], passwordPhc, emailVerified: true })
  }
  if (!merchant.onboarded) return
  for (const environment of environments) {
    await ctx.db
      .insertInto('payment_channels')
      .values(
        [simulated, ...channels].map(({ key, name, isEnabled }) => ({
          merchant_id: merchantId,
          environment,
          channel_key: key,
          provider: 'simulator',
          name,
          is_enabled: isEnabled,
          creds_sealed: seal(keys, JSON.stringify({ account: slug }), channelPlace(merchantId, environment, key)),
          created_at: ctx.now,
        })),
      )
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
