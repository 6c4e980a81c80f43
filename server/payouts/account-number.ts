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
  const { master } = ctx.services
  const merchants = await Promise.all((ctx.merchants ?? [ctx.owner.merchantId]).map((id) => merchantOf(ctx, id)))
  return merchants.map(({ wrapped_key: wrapped }) => keyedDigest({ master, wrapped }, digested(number)))
}

/** What opens a number where rows of several merchants are read. */
export const sealedParts = [
  sql<string>`encode(account_no_sealed, 'base64')`.as('number_sealed'),
  sql<string>`(select encode(m.wrapped_key, 'base64') from merchants m where m.merchant_id = payouts.merchant_id)`.as(
    'number_key',
  ),
  sql<string>`payouts.merchant_id::text`.as('number_merchant'),
  sql<string>`last_four`.as('number_end'),
] as const
/** The whole number from those, for a file; of a card the last four digits. */
export const openedNumber: Made = {
  from: ['number_sealed', 'number_key', 'number_merchant', 'number_end', 'account_type', 'environment', 'txn_ref'],
  text(
    [sealed = '', key = '', merchantId = '', lastFour = '', type = '', environment = '', txnRef = ''],
    { services },
  ) {
    if (type === 'CARD' || sealed === '') return lastFour
    const keys = { master: services.master, wrapped: Buffer.from(key, 'base64') }
    const place = placeOf(merchantId, environment as Environment, txnRef)
    return openSealed(keys, Buffer.from(sealed, 'base64'), place)
  },
}
