import type { z } from 'zod'
import type { Currency } from '#contract/kit/money.ts'
import { baseCurrency, Withholding, type RemittanceTerms } from '#contract/remittance-terms.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'

export type TermsRow = Selectable<Tables['remittance_terms']>

/** The terms in force; undefined for a merchant with whom the operator has agreed on none. Index: primary key. */
export const findTerms = (ctx: Ctx): Promise<TermsRow | undefined> =>
  ctx.own.select('remittance_terms').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst()

/** Index: primary key. */
export const termsOfVersion = (ctx: Ctx, version: number): Promise<TermsRow> =>
  ctx.own.select('remittance_terms').selectAll().where('version', '=', version).executeTakeFirstOrThrow()

/** Terms as calls answer them. */
export const shownTerms = (row: TermsRow): z.output<typeof RemittanceTerms> => ({
  version: row.version,
  currency: baseCurrency,
  destination_currency: row.destination_currency as Currency,
  channel_key: row.channel_key,
  every: row.every,
  weekday: row.weekday,
  month_day: row.month_day,
  markup_percent: String(row.markup_percent),
  tolerance_percent: String(row.tolerance_percent),
  transfer_fee: row.transfer_fee_minor,
  minimum: row.minimum_minor,
  withholding: Withholding.parse(row.withholding),
  reserve_kind: row.reserve_kind,
  reserve_percent: String(row.reserve_percent),
  reserve_days: row.reserve_days,
  reserve_target: row.reserve_target_minor,
  reserve_until: row.reserve_until,
  made_by: row.made_by,
  created_at: row.created_at,
})

/** All of them, newest first. Index: primary key. */
export const listTerms = (ctx: Ctx): Promise<TermsRow[]> =>
  ctx.own.select('remittance_terms').selectAll().orderBy('version', 'desc').limit(200).execute()
