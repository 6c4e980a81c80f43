import { sql } from 'kysely'
import type { Environment } from '#contract/kit/wire.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Made } from '#server/kit/http/export-of.ts'
import { keyedDigest, merchantKeys, openSealed, seal } from '#server/kit/secrets/vault.ts'
import type { PayoutRow } from '#server/payout-store/rows.ts'

const placeOf = (merchantId: string, environment: Environment, txnRef: string) => ({
  merchantId,
  table: 'payouts',
  column: 'account_no_sealed',
  row: `${environment}/${txnRef}`,
})
const ownPlace = ({ owner }: Ctx, txnRef: string) => placeOf(owner.merchantId, owner.environment, txnRef)

/** The whole number of a payout's account, sealed for its row alone. */
export const sealedNumber = async (ctx: Ctx, txnRef: string, number: string): Promise<Buffer> =>
  seal(await merchantKeys(ctx), number, ownPlace(ctx, txnRef))

/** The whole number as the payout was made with it; of a card the last four digits. */
export async function shownNumber(ctx: Ctx, payout: PayoutRow): Promise<string> {
  return payout.account_type === 'CARD' || payout.account_no_sealed.length === 0
    ? payout.last_four
    : wholeNumber(ctx, payout)
}
/** The whole number, for the provider alone. */
export const wholeNumber = async (ctx: Ctx, payout: PayoutRow): Promise<string> =>
  openSealed(await merchantKeys(ctx), payout.account_no_sealed, ownPlace(ctx, payout.txn_ref))

const normal = (number: string) => number.replaceAll(/[\s-]/g, '').toUpperCase()
const digested = (number: string) => `payout number ${normal(number)}`

/** By which payouts to a number are found. */
export const numberDigest = async (ctx: Ctx, number: string): Promise<string> =>
  keyedDigest(await merchantKeys(ctx), digested(number))

/** The same of each merchant that is asked about. */
export async function numberDigests(ctx: Ctx, number: string): Promise<string[]> {
  return [...(await keysOfAll(ctx)).values()].map((keys) => keyedDigest(keys, digested(number)))
}

/** The keys of each merchant that is asked about, by its id. */
async function keysOfAll(ctx: Ctx) {
  const { master } = ctx.services
  const merchants = ctx.merchants ?? [ctx.owner.merchantId]
  const found = await Promise.all(merchants.map((id) => merchantOf(ctx, id)))
  return new Map(found.map(({ wrapped_key: wrapped }, index) => [merchants[index] as string, { master, wrapped }]))
}

/** What opens a number where rows of several merchants are read. */
export const sealedParts = [
  sql<string>`encode(account_no_sealed, 'base64')`.as('number_sealed'),
  sql<string>`payouts.merchant_id::text`.as('number_merchant'),
  sql<string>`last_four`.as('number_end'),
] as const
/** The whole number from those, for a file; of a card the last four digits. */
export async function openedNumber(ctx: Ctx): Promise<Made> {
  const keys = await keysOfAll(ctx)
  return {
    from: ['number_sealed', 'number_merchant', 'number_end', 'account_type', 'environment', 'txn_ref'],
    text([sealed = '', merchantId = '', lastFour = '', type = '', environment = '', txnRef = '']) {
      if (type === 'CARD' || sealed === '') return lastFour
      const own = keys.get(merchantId)
      if (!own) throw new Error('a payout of a merchant that was not asked about')
      return openSealed(own, Buffer.from(sealed, 'base64'), placeOf(merchantId, environment as Environment, txnRef))
    },
  }
}
