import type { ReconReportKind } from '#contract/recon-report-kinds.ts'
import type { ListOf } from '#server/kit/lists/list.ts'
import { outcomes } from '#server/recon-records/outcome-list.ts'

/** `$1` and `$2` are the merchant and the environment, as in every list of one owner. */
const owned = (alias: string) => `${alias}.merchant_id = $1 and ${alias}.environment = $2`

const percentOf = (charge: string) =>
  `trim_scale(round(100 * (${charge}) / nullif(abs(recon_outcomes.gross), 0), 4))::text`
/** A charge is a part of the amount only in its currency. */
const inOneCurrency = `coalesce(nullif(recon_outcomes.net_currency, ''), recon_outcomes.currency) = recon_outcomes.currency`

const feeColumns = `case when ${inOneCurrency} then ${percentOf('recon_outcomes.fee')} end as fee_percent,
  case when ${inOneCurrency} then ${percentOf('recon_outcomes.expected_fee')} end as agreed_percent,
  (select f.formula::text from fee_checks f where ${owned('f')} and f.check_ref = recon_outcomes.key) as fee_formula`

const toldColumns = `told.file_name, told.file_row, told.told_time, told.told_zone, told.told_status, told.told_rate, told.other_ref, told.parent_ref,
  told.told_marks`
const told = `left join lateral (select l.original_file_name as file_name, r.row_no as file_row, r.at_text as told_time, r.zone as told_zone,
    r.status_word as told_status, trim_scale(r.rate)::text as told_rate, r.other_ref, r.parent_ref, array_to_string(r.marks, ', ') as told_marks
  from recon_records r join recon_files l on ${owned('l')} and l.recon_id = r.recon_id
  where ${owned('r')} and r.recon_id = recon_outcomes.recon_id and r.reading = recon_outcomes.reading and r.row_no = recon_outcomes.row_no
) told on true`

const from = ' from "recon_outcomes"'
/** Outcomes with further columns, and where these come from. */
const withMore = (columns: string, join = ''): ListOf<object> => ({
  ...outcomes,
  rows: { ...outcomes.rows, sql: outcomes.rows.sql.replace(from, `, ${columns}${from} ${join}`) },
})

/** In the order of files and of the rows in them. */
function inFileOrder(list: ListOf<object>): ListOf<object> {
  return {
    ...list,
    sorts: { file_row: { column: 'recon_outcomes.recon_id', key: 'recon_id', type: 'bigint' } },
    ref: { column: 'recon_outcomes.row_no', key: 'row_no' },
  }
}

/** The rows of the kinds that are outcomes of one answer. */
export const rowsOfKind: Partial<Record<ReconReportKind, ListOf<object>>> = {
  reconciled: outcomes,
  unreconciled: outcomes,
  mismatch: outcomes,
  no_mismatch: outcomes,
  ageing: outcomes,
  fee_audit: withMore(feeColumns),
  raw: inFileOrder(withMore(toldColumns, told)),
}

const compared = {
  status: 'status',
  amount: 'trim_scale(gross)::text',
  fee: 'trim_scale(fee)::text',
  amount_mismatch: 'trim_scale(amount_off)::text',
  rule: 'rule_key',
}
/** What two runs of a pair say of a record, of those of which they say different things. */
export function rowsOfComparison(earlier: number, later: number): ListOf<object> {
  const names = Object.keys(compared)
  const said = (as: string, run: number) =>
    `left join lateral (select ${Object.entries(compared)
      .map(([name, what]) => `${what} as ${as}_${name}`)
      .join(
        ', ',
      )} from recon_outcomes o where ${owned('o')} and o.msm_id = recon_outcomes.msm_id and o.side = recon_outcomes.side
      and o.key = recon_outcomes.key and o.from_run <= ${run} and o.until_run > ${run}) ${as} on true`
  const columns = ['before', 'after'].flatMap((as) => names.map((name) => `${as}.${as}_${name}`)).join(', ')
  return withMore(columns, `${said('before', earlier)} ${said('after', later)}`)
}
