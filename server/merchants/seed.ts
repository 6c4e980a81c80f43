import { roles, type Role } from '#contract/access.ts'
import type { Currency } from '#contract/kit/money.ts'
import { environments } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { createLogin, createMerchant } from './create.ts'
import { addFirstChannels, addSimulatedChannel, type SimulatedChannel } from './simulated-channels.ts'

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
    sellsTo: ['SG', 'VN', 'TH', 'MY', 'ID', 'PH', 'IN', 'KE', 'KR', 'JP'],
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
    sellsTo: ['KR', 'US', 'JP', 'VN', 'TH'],
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

/** The logins that the demo's sign-in offers: each shows another side of the console. */
export const demoLogins = [
  { email: 'admin@acme.example', merchant_name: 'Acme Outfitters', as: 'business' },
  { email: 'payment-user@acme.example', merchant_name: 'Acme Outfitters', as: 'staff' },
  { email: 'admin@atlas.example', merchant_name: 'Atlas Group', as: 'master' },
  { email: 'admin@ember.example', merchant_name: 'Ember Studio', as: 'new' },
] as const

/** The channel of the demo's past payments other than by card; it is switched off. */
export const regional: SimulatedChannel = { key: 'REGIONAL', name: 'Regional methods', isEnabled: false }

/** Writes a merchant with its secret, users and simulated channel, and more channels where they are wanted. */
export async function seedMerchant(
  ctx: Ctx,
  merchant: DemoMerchant & { merchantId: string; masterId: string | null },
  { passwordPhc, channels = [] }: { passwordPhc: string; channels?: readonly SimulatedChannel[] },
): Promise<void> {
  const { merchantId, slug } = merchant
  const { wrappedKey } = await createMerchant(ctx, {
    ...merchant,
    email: `hello@${slug}.example`,
    websiteUrl: `https://${slug}.example`,
    kycStatus: merchant.onboarded ? 'APPROVED' : 'PENDING',
    started: merchant.onboarded,
  })
  for (const role of merchant.logins) {
    const name = `${slug.charAt(0).toUpperCase()}${slug.slice(1)} ${role.replaceAll('-', ' ')}`
    await createLogin(ctx, { name, email: `${role}@${slug}.example`, roles: [role], passwordPhc, emailVerified: true })
  }
  const seller = { ...merchant, wrappedKey }
  if (!merchant.onboarded && !merchant.useMasterCreds) await addFirstChannels(ctx, seller)
  if (!merchant.onboarded) return
  for (const environment of environments) {
    await addSimulatedChannel(ctx, seller, environment, channels)
    await ctx.db
      .insertInto('fee_plans')
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
