import { sql } from 'kysely'
import type { Environment } from '#contract/kit/wire.ts'
import { Fault } from '#contract/faults.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { channelPlace, openSealed } from '#server/kit/secrets/vault.ts'

/** A payment channel with its credentials opened, for the one call that needs them. */
export interface Channel {
  key: string
  catalogueKey: string
  provider: string
  merchantKey: string
  credentials: Record<string, string>
  environment: Environment
}

export async function channelOf(ctx: Ctx, channelKey: string): Promise<Channel> {
  const [row] = (await ctx.db.executeQuery(channelBy({ ...ctx.owner, channelKey }))).rows
  if (!row) throw new Fault('channelMissing')
  return opened(ctx, row)
}

/** The channel of a payment, without a look at the payment first; undefined when there is no such payment or channel. */
export async function channelOfPayment(ctx: Ctx, orderRef: string): Promise<Channel | undefined> {
  const [row] = (await ctx.db.executeQuery(channelByPayment({ ...ctx.owner, orderRef }))).rows
  return row && opened(ctx, row)
}

/** Of a channel without credentials of its own: those that its lender has for it, in Base64. */
const lent = sql<Lent | null>`case when octet_length(creds_sealed) = 0 then (
  select jsonb_build_object('lender_id', lender_id, 'creds_sealed', encode(c.creds_sealed, 'base64'), 'wrapped_key', encode(c.wrapped_key, 'base64'))
  from find_lent_credentials(payment_channels.merchant_id, payment_channels.environment, payment_channels.channel_key) as c
) end`.as('lent')
type Lent = Record<'lender_id' | 'creds_sealed' | 'wrapped_key', string>

const channels = (owner: Places<Owner>) =>
  build
    .selectFrom('payment_channels')
    .innerJoin('merchants', 'merchants.merchant_id', 'payment_channels.merchant_id')
    .select([
      'channel_key',
      'catalogue_key',
      'provider',
      'creds_sealed',
      'merchants.key as merchant_key',
      'wrapped_key',
      lent,
    ])
    .where('payment_channels.merchant_id', '=', owner.merchantId)
    .where('payment_channels.environment', '=', owner.environment)
    .where('merchants.merchant_id', '=', owner.merchantId)
const channelBy = statement((given: Places<Owner & { channelKey: string }>) =>
  channels(given).where('channel_key', '=', given.channelKey),
)
const channelByPayment = statement((given: Places<Owner & { orderRef: string }>) =>
  channels(given).where('channel_key', '=', ({ selectFrom }) =>
    selectFrom('payments')
      .select('payments.channel_key')
      .where('payments.merchant_id', '=', given.merchantId)
      .where('payments.environment', '=', given.environment)
      .where('order_ref', '=', given.orderRef),
  ),
)

interface Row {
  channel_key: string
  catalogue_key: string
  provider: string
  merchant_key: string
  creds_sealed: Buffer
  wrapped_key: Buffer
  lent: Lent | null
}
const opened = (ctx: Ctx, row: Row): Channel => ({
  key: row.channel_key,
  catalogueKey: row.catalogue_key,
  provider: row.provider,
  merchantKey: row.merchant_key,
  credentials: JSON.parse(credentialsOf(ctx, row)) as Record<string, string>,
  environment: ctx.owner.environment,
})

/** The merchant's own credentials, or those of the master that lends it the channel. */
function credentialsOf(
  ctx: Ctx,
  { channel_key: channelKey, creds_sealed: own, wrapped_key: wrapped, lent }: Row,
): string {
  const { merchantId, environment } = ctx.owner
  const { master } = ctx.services
  if (own.length > 0) return openSealed({ master, wrapped }, own, channelPlace(merchantId, environment, channelKey))
  if (!lent?.creds_sealed) throw new Fault('channelMissing')
  const place = channelPlace(lent.lender_id, environment, channelKey)
  const keys = { master, wrapped: Buffer.from(lent.wrapped_key, 'base64') }
  return openSealed(keys, Buffer.from(lent.creds_sealed, 'base64'), place)
}
