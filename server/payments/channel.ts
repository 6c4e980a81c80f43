import { Fault } from '#contract/faults.ts'
import type { FeeTerms } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { channelPlace, openSealed } from '#server/kit/vault.ts'

/** A payment channel with its credentials opened, for the one call that needs them. */
export interface Channel {
  key: string
  provider: string
  merchantKey: string
  credentials: Record<string, string>
}

export async function channelOf(ctx: Ctx, channelKey: string): Promise<Channel> {
  const row = await ctx.db
    .selectFrom('payment_channels')
    .innerJoin('merchants', 'merchants.merchant_id', 'payment_channels.merchant_id')
    .select(['channel_key', 'provider', 'creds_sealed', 'merchants.key as merchant_key', 'wrapped_key'])
    .where('payment_channels.merchant_id', '=', ctx.owner.merchantId)
    .where('payment_channels.environment', '=', ctx.owner.environment)
    .where('channel_key', '=', channelKey)
    .executeTakeFirst()
  if (!row) throw new Fault('channelMissing')
  return {
    key: row.channel_key,
    provider: row.provider,
    merchantKey: row.merchant_key,
    credentials: JSON.parse(await credentialsOf(ctx, channelKey, row)) as Record<string, string>,
  }
}

/** The merchant's own credentials, or those of the master that lends it the channel. */
async function credentialsOf(
  ctx: Ctx,
  channelKey: string,
  own: { creds_sealed: Buffer; wrapped_key: Buffer },
): Promise<string> {
  const { merchantId, environment } = ctx.owner
  const { master } = ctx.house
  if (own.creds_sealed.length > 0) {
    const place = channelPlace(merchantId, environment, channelKey)
    return openSealed({ master, wrapped: own.wrapped_key }, own.creds_sealed, place)
  }
  const [lent] = await ctx.tx.query<{ lender_id: string; creds_sealed: Buffer; wrapped_key: Buffer }>(
    'select lender_id, creds_sealed, wrapped_key from find_lent_credentials($1, $2, $3)',
    [merchantId, environment, channelKey],
  )
  if (!lent) throw new Fault('channelMissing')
  const place = channelPlace(lent.lender_id, environment, channelKey)
  return openSealed({ master, wrapped: lent.wrapped_key }, lent.creds_sealed, place)
}

/** The fee terms of a payment's channel in its currency; free where none are kept. */
export async function feeTermsOf(ctx: Ctx, orderRef: string): Promise<FeeTerms> {
  const row = await ctx.db
    .selectFrom('payments as p')
    .innerJoin('channel_fees as f', (join) =>
      join
        .onRef('f.merchant_id', '=', 'p.merchant_id')
        .onRef('f.environment', '=', 'p.environment')
        .onRef('f.channel_key', '=', 'p.channel_key')
        .onRef('f.currency', '=', 'p.currency'),
    )
    .select(['percent_fee', 'minimum_fee_minor', 'flat_fee_minor', 'tax_percent'])
    .where('p.merchant_id', '=', ctx.owner.merchantId)
    .where('p.environment', '=', ctx.owner.environment)
    .where('order_ref', '=', orderRef)
    .executeTakeFirst()
  if (!row) return { percentFee: '0', minimumFeeMinor: 0n, flatFeeMinor: 0n, taxPercent: '0' }
  return {
    percentFee: row.percent_fee,
    minimumFeeMinor: row.minimum_fee_minor,
    flatFeeMinor: row.flat_fee_minor,
    taxPercent: row.tax_percent,
  }
}
