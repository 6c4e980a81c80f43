import type { RecordType } from '#contract/recon-records.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { OwnRow } from '#server/kit/db/own.ts'
import { exactOf, exactText } from '#server/recon-files/read/exact.ts'
import { checkFee, checkedTypes, type Charged } from './check.ts'
import type { Taken } from './expected.ts'
import type { Plan } from './plan.ts'
import { listPlans, planOfRow } from './plan-rows.ts'
import { toleranceOfChannel } from './tolerance.ts'

/** The last record of a page: of which reading of the file, and its row. */
export interface Place {
  reading: number
  rowNo: number
}
const pageRows = 2_000
/** A statement has so many values at most. */
const rowsAtOnce = 1_000

/**
 * Compares the records of a page of a file, and those of other files with the same identities, as one of these may count instead.
 * What counts no more loses its comparison; a claimed one stays as evidence. `missing` leaves alone what is compared already.
 * @returns where the next page begins; null after the last.
 */
export async function checkPage(
  ctx: Ctx,
  { reconId, from, which }: { reconId: string; from: Place; which: 'missing' | 'all' },
): Promise<Place | null> {
  const { merchantId, environment } = ctx.owner
  const rows = await ctx.tx.query<{ reading: number; row_no: number; identity: string }>(
    `select reading, row_no, identity from recon_records where merchant_id = $1 and environment = $2 and recon_id = $3
       and (reading, row_no) > ($4, $5) order by reading, row_no limit $6`,
    [merchantId, environment, reconId, from.reading, from.rowNo, pageRows],
  )
  const last = rows.at(-1)
  if (!last) return null
  const identities = [...new Set(rows.map(({ identity }) => identity))]
  await ctx.tx.query(forget, [merchantId, environment, identities])
  const records = await ctx.tx.query<RecordRow>(which === 'missing' ? missing : counting, [
    merchantId,
    environment,
    identities,
    checkedTypes,
  ])
  const terms = new Map<string, Terms>()
  for (const { channel_key: key } of records) if (!terms.has(key)) terms.set(key, await termsOf(ctx, key))
  const checks = records.flatMap((record) => checkOf(record, terms.get(record.channel_key), ctx.realNow) ?? [])
  for (let at = 0; at < checks.length; at += rowsAtOnce) await keep(ctx, checks.slice(at, at + rowsAtOnce))
  return rows.length < pageRows ? null : { reading: last.reading, rowNo: last.row_no }
}

interface Terms {
  plans: Plan[]
  tolerance: string
}
const termsOf = async (ctx: Ctx, channelKey: string): Promise<Terms> => ({
  plans: (await listPlans(ctx, channelKey)).map(planOfRow),
  tolerance: await toleranceOfChannel(ctx, channelKey),
})

interface RecordRow {
  check_ref: string
  identity: string
  recon_id: string
  channel_key: string
  rate_per: Taken['ratePer'] | null
  type: RecordType
  at: Date
  method: string
  country: string
  gross: string | null
  currency: string
  net_currency: string
  rate: string | null
  fee: string
  tax: string
  passed_on: string
  delivery: string | null
  discount: string | null
  provider_ref: string
  merchant_ref: string
}

function checkOf(row: RecordRow, terms: Terms | undefined, now: Date): OwnRow<'fee_checks'> | null {
  const exact = (text: string) => exactOf(text) ?? 0n
  const exactOrNull = (text: string | null) => (text === null ? null : exact(text))
  const record: Charged = {
    ...row,
    gross: exactOrNull(row.gross),
    netCurrency: row.net_currency,
    fee: exact(row.fee),
    tax: exact(row.tax),
    passedOn: exact(row.passed_on),
    delivery: exactOrNull(row.delivery),
    discount: exactOrNull(row.discount),
  }
  const found = checkFee(record, terms?.plans ?? [], terms?.tolerance ?? '0', row.rate_per ?? undefined)
  if (!found) return null
  const {
    check_ref,
    identity,
    recon_id,
    channel_key,
    at,
    provider_ref: txn_ref,
    merchant_ref: merchant_order_ref,
  } = row
  return {
    check_ref, identity, recon_id, channel_key, at, txn_ref, merchant_order_ref,
    txn_type: found.type,
    payment_method: row.method,
    gross: row.gross ?? '0',
    gross_currency: row.currency || found.currency,
    currency: found.currency,
    outcome: found.outcome,
    charged_fee: row.fee,
    charged_tax: row.tax,
    expected_fee: exactText(found.expectedFee),
    expected_tax: exactText(found.expectedTax),
    difference: exactText(found.difference),
    passed_on: row.passed_on,
    plan_id: found.planId,
    formula: found.formula && JSON.stringify(found.formula),
    claim_ref: null,
    checked_at: now,
  } // prettier-ignore
}

/** The reference of a record's comparison. */
const refOf = `replace(r.identity::text, '-', '') || '.' || left(replace(r.content::text, '-', ''), 16) || '.' || r.occurrence`
const forget = `delete from fee_checks c where c.merchant_id = $1 and c.environment = $2 and c.identity = any ($3::uuid[])
  and c.claim_ref is null and not exists (select 1 from recon_records r where r.merchant_id = $1 and r.environment = $2
    and r.identity = c.identity and r.standing = 'current' and ${refOf} = c.check_ref)`
/** Only of files that state fees; a bank's statement and a merchant's own file do not. Index: recon_records_identity. */
const counting = `select ${refOf} as check_ref, r.identity, r.recon_id, f.channel_key, f.how ->> 'ratePer' as rate_per, r.type,
    coalesce(r.at, r.booked_on::timestamptz, f.created_at) as at, r.method, r.country, r.gross::text, r.currency, r.net_currency,
    r.rate::text, r.fee::text, r.tax::text, r.passed_on::text, r.delivery::text, r.discount::text,
    r.provider_ref, r.merchant_ref
  from recon_records r
    join recon_files f on f.merchant_id = $1 and f.environment = $2 and f.recon_id = r.recon_id
  where r.merchant_id = $1 and r.environment = $2 and r.identity = any ($3::uuid[]) and r.standing = 'current'
    and r.type = any ($4::text[]) and f.file_type = 'recon' and f.channel_key <> ''
    and (f.how -> 'charges' is not null or f.how -> 'columns' -> 'fee' is not null)`
/** Each record's comparison is looked up by its key, also before PostgreSQL knows how many there are. Index: primary key. */
const missing = `select n.* from (${counting}) n left join lateral (
    select true as there from fee_checks c where c.merchant_id = $1 and c.environment = $2 and c.check_ref = n.check_ref limit 1) k on true
  where k.there is null`

/** Keeps comparisons in the place of what was compared before; what is claimed stays as it was. */
async function keep(ctx: Ctx, rows: readonly OwnRow<'fee_checks'>[]): Promise<void> {
  await ctx.own
    .insert('fee_checks', rows)
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'environment', 'check_ref'])
        .doUpdateSet(({ ref }) => Object.fromEntries(kept.map((column) => [column, ref(`excluded.${column}`)])))
        .where('fee_checks.claim_ref', 'is', null),
    )
    .execute()
}
const kept = [
  'recon_id', 'channel_key', 'at', 'txn_type', 'payment_method', 'txn_ref', 'merchant_order_ref', 'gross', 'gross_currency', 'currency',
  'outcome', 'charged_fee', 'charged_tax', 'expected_fee', 'expected_tax', 'difference', 'passed_on', 'plan_id', 'formula', 'checked_at',
] as const // prettier-ignore
