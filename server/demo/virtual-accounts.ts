import { catalogueEntry } from '#contract/channel-catalogue.ts'
import { currencies, type Currency } from '#contract/kit/money.ts'
import { connect } from '#server/channels/add.ts'
import { callbackAddress } from '#server/channels/callback-address.ts'
import { channelOf } from '#server/channels/channel.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { postDeposit } from '#server/ledger/payout-postings.ts'
import type { PastBankEffect } from '#server/providers/simulator/bank/past.ts'
import { chanceOf, type Chance } from './chance.ts'

/** The demo's merchants that pay out, each with the currency of its home. */
const homes: Readonly<Record<string, Currency>> = { acme: 'SGD', borneo: 'MYR', coral: 'VND' }
export const paysOut = (slug: string): boolean => slug in homes

/**
 * Two virtual accounts of a merchant with deposits over 90 days, the last of one in suspense. Returns what the simulated bank has to
 * know of them.
 */
export async function seedVirtualAccounts(ctx: Ctx, slug: string): Promise<PastBankEffect[]> {
  const home = homes[slug]
  if (!home) return []
  const chance = chanceOf(slug.charCodeAt(0) * 7_919)
  const channelKey = await payoutChannelOf(ctx)
  const callbackUrl = callbackAddress(ctx.services, await channelOf(ctx, channelKey), ctx.owner.environment)
  const { name } = await merchantOf(ctx)
  const wishes = [
    { title: `${name} suppliers`, currency: home, deposits: 26 },
    { title: `${name} salaries`, currency: home === 'SGD' ? ('USD' as const) : home, deposits: 7 },
  ]
  const told: PastBankEffect[] = []
  for (const [number, wish] of wishes.entries())
    told.push(...(await seedAccount(ctx, { ...wish, channelKey, callbackUrl, isFirst: number === 0 }, chance)))
  return told
}

/** The channel for payouts at the simulator, which is connected where the merchant has none. */
async function payoutChannelOf(ctx: Ctx): Promise<string> {
  const found = await ctx.own
    .select('payment_channels')
    .select('channel_key')
    .where('catalogue_key', '=', 'SIMULATOR')
    .where('pay_type', '=', 'PAYOUT')
    .executeTakeFirst()
  if (found) return found.channel_key
  const entry = catalogueEntry('SIMULATOR')
  if (!entry) throw new Error('the catalogue has no simulator')
  const tested = { kind: 'working', account: '', checks: [] } as const
  const body = { creds: {}, pay_type: 'PAYOUT', is_va_flow: true, name: 'Simulator payouts' } as const
  const { channelKey } = await connect(ctx, { entry, body, credentials: {}, tested: { ...tested, checks: [] } })
  return channelKey
}

interface Seeded {
  title: string
  currency: Currency
  deposits: number
  channelKey: string
  callbackUrl: string
  isFirst: boolean
}

async function seedAccount(ctx: Ctx, wish: Seeded, chance: Chance): Promise<PastBankEffect[]> {
  const { title, currency, deposits, channelKey, callbackUrl, isFirst } = wish
  const accountNo = `88${String(Math.floor(chance.next() * 10 ** 10)).padStart(10, '0')}`
  const opened = new Date(ctx.now.getTime() - 92 * dayMs)
  const scale = BigInt(10 ** currencies[currency]) * (scales[currency] ?? 1n)
  await ctx.own
    .insert('virtual_accounts', {
      account_no: accountNo,
      channel_key: channelKey,
      account_name: title,
      bank_code: 'SIMB',
      bank_name: 'Simulator Bank',
      currency,
      condition: 'NO_CONDITION',
      low_minor: 5_000n * scale,
      created_by: 'Admin',
      start_date: opened,
      updated_at: opened,
    })
    .execute()
  const told: PastBankEffect[] = [{ account: accountNo, at: opened, currency, name: title, callbackUrl }]
  for (let number = 0; number <= deposits; number++) {
    const at = new Date(opened.getTime() + ((number + 0.2 + 0.6 * chance.next()) * 91 * dayMs) / (deposits + 1))
    // The last of the first account came before its condition was lifted, and waits for two people.
    const waits = isFirst && number === deposits
    const amountMinor = BigInt(Math.round(4_000 + 26_000 * chance.next())) * scale
    const payer = chance.one(payers)
    const depositRef = `TRF${String(Math.floor(chance.next() * 10 ** 12)).padStart(12, '0')}`
    const deposit = { accountNo, depositRef, currency, amountMinor, payer, at }
    await ctx.own
      .insert('deposits', {
        deposit_id: newId(),
        account_no: accountNo,
        channel_key: channelKey,
        deposit_ref: depositRef,
        currency,
        amount_minor: amountMinor,
        payer,
        came_at: at,
        state: waits ? 'Suspense' : 'Credited',
        suspense_reason: waits ? 'condition' : '',
        created_at: at,
        updated_at: at,
      })
      .execute()
    await postDeposit(ctx.with({ now: at }), deposit, waits ? 'suspense' : 'balance')
    told.push({ deposit: depositRef, at, accountNo, amountMinor, currency, payer })
  }
  return told
}

const dayMs = 86_400_000
/** What a thousand is worth where money has large numbers. */
const scales: Partial<Record<Currency, bigint>> = { VND: 20_000n }
const payers = ['Acquirer settlement', 'Head office', 'Harbour Trading', 'Northwind Retail', 'Sunda Stores']
