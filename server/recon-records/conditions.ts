import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import {
  mismatchWords, recordGroups, statusesAlone, statusesInMatch, typesChosen, type MismatchWord, type RecordGroup, type ReconDate, type ReconDays,
} from '#contract/recon-dashboard-shapes.ts' // prettier-ignore
import type { Mismatch, OutcomeStatus } from '#contract/recon-outcomes.ts'
import type { RecordType } from '#contract/recon-records.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { oneOf, several } from '#server/kit/lists/list.ts'

/** `2147483647` in `until_run` says that an outcome holds; as a literal the indexes of what holds serve. */
const holding = sql<SqlBool>`until_run = 2147483647`
/** Outcomes of the answer that holds, or of that of a run. */
export const inAnswer = (asOfRun: number | null): Expression<SqlBool> =>
  asOfRun === null ? holding : sql<SqlBool>`(from_run <= ${asOfRun} and until_run > ${asOfRun})`

/** The day that a record stands on. */
export const dayBy = (by: ReconDate): RawBuilder<unknown> => sql.ref(by === 'settlement' ? 'booked_on' : 'day')

export function withinDays(day: RawBuilder<unknown>, { from, to }: ReconDays): Expression<SqlBool>[] {
  return [
    ...(from === null ? [] : [sql<SqlBool>`${day} >= cast(${from} as date)`]),
    ...(to === null ? [] : [sql<SqlBool>`${day} < cast(${to} as date)`]),
  ]
}

export interface Narrowed {
  record_type?: 'payment' | 'refund' | 'chargeback' | undefined
  account_id?: readonly string[] | undefined
  brand_id?: readonly string[] | undefined
  marketplace_id?: readonly string[] | undefined
  country?: readonly string[] | undefined
  currency?: readonly string[] | undefined
}
/** What the dashboard is narrowed to, of records and of their sums alike. An empty list narrows nothing. */
export function narrowed(asked: Narrowed): Expression<SqlBool>[] {
  const { record_type, account_id, brand_id, marketplace_id, country, currency } = asked
  const chosen = { account_id, brand_id, marketplace_id, country, currency }
  return [
    ...(record_type ? [oneOf('type', typesChosen[record_type] as RecordType[])] : []),
    ...Object.entries(chosen).flatMap(([column, values]) =>
      values && values.length > 0 ? [oneOf(column, values)] : [],
    ),
  ]
}

type AskedStatus = RecordGroup | OutcomeStatus
const isOneOf = (statuses: readonly OutcomeStatus[]) => oneOf('status', statuses)
/** Lines without a twin, of an order that has a line with one. Index: recon_outcomes_by_provider_ref. */
export const spareSkus = ({
  owner,
}: Pick<Ctx, 'owner'>): Expression<SqlBool> => sql`(sku_id <> '' and exists (select 1 from recon_outcomes twin
  where twin.merchant_id = ${owner.merchantId} and twin.environment = ${owner.environment} and twin.msm_id = recon_outcomes.msm_id
    and twin.side = recon_outcomes.side and twin.until_run = recon_outcomes.until_run and twin.provider_ref = recon_outcomes.provider_ref
    and twin.merchant_ref = recon_outcomes.merchant_ref and twin.status = any (${[...statusesInMatch]})))`
const isGroup = (word: unknown): word is RecordGroup => recordGroups.some((group) => group === word)
export function ofStatus(ctx: Pick<Ctx, 'owner'>, asked: AskedStatus | readonly OutcomeStatus[] | undefined): Expression<SqlBool>[] {
  if (asked === undefined || asked === '') return []
  if (!isGroup(asked)) return [isOneOf([asked].flat() as OutcomeStatus[])]
  if (asked === 'reconciled' || asked === 'SankeyReconOrders') return [isOneOf(statusesInMatch)]
  return [isOneOf(statusesAlone), ...(asked === 'SankeyUnmatchedSku' ? [spareSkus(ctx)] : [])]
} // prettier-ignore

/**
 * Records in a match that have one of some differences, or none. That of all that differ is said too, as in the indexes recon_outcomes_differing
 * and recon_outcomes_by_status.
 */
export function withMismatches(asked: '' | MismatchWord | readonly MismatchWord[] | undefined): Expression<SqlBool>[] {
  const words = several(asked === undefined || asked === '' ? [] : asked).map(
    (word) => mismatchWords[word as MismatchWord],
  )
  if (words.length === 0) return []
  const differences = words.filter((word): word is Mismatch => word !== 'none')
  const none = sql<SqlBool>`(mismatches = '{}' and status = any (${[...statusesInMatch]}))`
  const some = sql<SqlBool>`(mismatches && cast(${differences} as text[]) and (status <> 'matched' or mismatches <> '{}'))`
  if (differences.length === words.length) return [some]
  return [differences.length === 0 ? none : sql<SqlBool>`(${none} or ${some})`]
}

/** A reference, exactly. Indexes: recon_outcomes_by_provider_ref, recon_outcomes_by_merchant_ref. */
export const withReference = (search: string | undefined): Expression<SqlBool>[] =>
  search ? [sql<SqlBool>`(provider_ref = ${search} or merchant_ref = ${search})`] : []
