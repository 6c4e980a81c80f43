import { sql, type RawBuilder } from 'kysely'
import type { Currency } from '#contract/kit/money.ts'
import type { KeptFeeTerms } from '#server/db/kept-fee-terms.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import type { Places } from '#server/kit/db/statements.ts'

/**
 * The terms by which a row of `payments` is charged now: of its channel's plans that fit, the one with the most conditions; null where
 * none does. A foodtech plan charges nothing here, since a payment does not say what delivery and discount are. Index:
 * fee_plans_of_channel, in whose order the first that fits is the answer.
 */
export const chargedTerms = ({ merchantId, environment }: Places<Owner> | Owner): RawBuilder<KeptFeeTerms | null> =>
  sql<KeptFeeTerms | null>`(
    select case when f.tax_included or f.rounding = 'half_up' then ${plainTerms}
      || jsonb_strip_nulls(jsonb_build_object('tax_included', nullif(f.tax_included, false), 'rounding', nullif(f.rounding, 'half_even')))
      else ${plainTerms} end
    from (select * from fee_plans where merchant_id = ${merchantId} and environment = ${environment}) f
    where f.channel_key = payments.channel_key and f.txn_type = 'payment' and f.is_enabled and f.components = '[]'
      and (f.currency = '' or f.currency = payments.currency)
      and (f.payment_method = '' or f.payment_method = payments.payment_method)
      and (f.payment_sub_type = '' or f.payment_sub_type = payments.payment_sub_type)
      and (f.country = '' or f.country = coalesce(nullif(payments.shopper_country, ''), payments.country))
      and (f.amount_from_minor is null or f.amount_from_minor <= payments.amount_minor)
      and (f.amount_to_minor is null or f.amount_to_minor > payments.amount_minor)
      and (f.months is null or f.months = (payments.method_details ->> 'plan_months')::integer)
      and (f.valid_from is null or f.valid_from <= statement_timestamp())
      and (f.valid_to is null or f.valid_to > statement_timestamp())
    order by f.specificity desc limit 1
  )`

const plainTerms = sql`jsonb_build_object('percent_fee', f.percent_fee::text, 'minimum_fee_minor', f.minimum_fee_minor::text,
  'flat_fee_minor', f.flat_fee_minor::text, 'tax_percent', f.tax_percent::text)`

/** The terms of a channel in a currency, for whatever no more specific plan is made for. */
export interface GeneralTerms {
  channel_key: string
  currency: Currency
  percent_fee: string
  minimum_fee_minor: bigint
  flat_fee_minor: bigint
  tax_percent: string
}

/** Those in force now of some channels, or of all, in the order of their currencies. Index: fee_plans_of_channel. */
export async function listGeneralTerms(
  ctx: Ctx,
  { merchantId, environment }: Owner = ctx.owner,
  channelKeys: readonly string[] | null = null,
): Promise<GeneralTerms[]> {
  const rows = await ctx.db
    .selectFrom('fee_plans')
    .select(['channel_key', 'currency', 'percent_fee', 'minimum_fee_minor', 'flat_fee_minor', 'tax_percent'])
    .where('merchant_id', '=', merchantId)
    .where('environment', '=', environment)
    .$if(channelKeys !== null, (query) => query.where('channel_key', 'in', ['', ...(channelKeys ?? [])]))
    .where(isGeneral)
    .orderBy('currency')
    .execute()
  return rows as GeneralTerms[]
}

/** A plan without any condition but its currency, which holds now. */
const isGeneral = sql<boolean>`txn_type = 'payment' and is_enabled and components = '[]' and currency <> '' and specificity = 1
  and (valid_from is null or valid_from <= statement_timestamp()) and (valid_to is null or valid_to > statement_timestamp())`
