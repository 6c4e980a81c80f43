import { sql, type Expression, type InferResult, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { ReconOutcomeRow } from '#contract/recon-outcome-rows.ts'
import type { ReconSide } from '#contract/recon-outcomes.ts'
import type { RecordType } from '#contract/recon-records.ts'
import { build } from '#server/kit/db/statements.ts'
import type { ListOf } from '#server/kit/lists/list.ts'
import type { Answer } from './answers.ts'
import { inAnswer } from './conditions.ts'

const exact = <Name extends string>(column: string, name: Name) =>
  sql<string>`cast(trim_scale(${sql.ref(column)}) as text)`.as(name)
const exactOrNull = <Name extends string>(column: string, name: Name) =>
  sql<string | null>`cast(trim_scale(${sql.ref(column)}) as text)`.as(name)
const dayText = <Name extends string>(column: string, name: Name) =>
  sql<string | null>`cast(${sql.ref(column)} as text)`.as(name)

/** Outcomes as lists and exports show them. No name of them is that of a column by which they are sorted. */
export const outcomes = {
  table: 'recon_outcomes',
  rows: build
    .selectFrom('recon_outcomes')
    .select(sql<string>`msm_id || '.' || side || '.' || "key"`.as('record_ref'))
    .select(['key as record_key', 'side', 'msm_id', 'data_source', sql<RecordType>`type`.as('record_type'), 'at'])
    .select([dayText('day', 'transaction_date'), dayText('booked_on', 'settlement_date')])
    .select(['provider_ref as transaction_id', 'merchant_ref as merchant_order_ref', 'status', 'mismatches'])
    .select([exactOrNull('gross', 'amount'), 'currency', exact('fee', 'fee'), exact('tax', 'tax'), exact('passed_on', 'passed_on')])
    .select([exactOrNull('net', 'net'), 'net_currency', exactOrNull('expected_fee', 'expected_fee'), exactOrNull('expected_tax', 'expected_tax')])
    .select([exact('amount_off', 'amount_mismatch'), exact('fee_off', 'fee_mismatch'), exact('tax_off', 'tax_mismatch')])
    .select([exact('tolerated', 'tolerance'), 'days_off', dayText('due_on', 'due_on'), 'rule_key', 'group_id', 'is_lead', 'is_open'])
    .select(['suggested_strength', 'decision', 'settlement_id', 'batch', 'method as payment_method', 'account_id', 'country', 'brand_id'])
    .select(['marketplace_id', 'sku_id', 'quantity', 'recon_id', 'row_no'])
    .compile(),
  sorts: {
    transaction_date: { column: 'day', key: 'transaction_date', type: 'date' },
    settlement_date: { column: 'booked_on', key: 'settlement_date', type: 'date' },
  },
  ref: { column: 'key', key: 'record_key' },
} satisfies ListOf<object> // prettier-ignore
export type OutcomeListRow = InferResult<typeof outcomes.rows>[number]

export const wireOutcome = ({ record_key: _, side: _side, ...row }: OutcomeListRow): z.output<typeof ReconOutcomeRow> =>
  row as z.output<typeof ReconOutcomeRow>

/** The records of one side of a pair's answer. Indexes: recon_outcomes_by_day, recon_outcomes_by_booking. */
export const ofSide = (answer: Answer, side: ReconSide): Expression<SqlBool>[] => [
  sql<SqlBool>`msm_id = ${answer.msm_id}`,
  sql<SqlBool>`side = ${side}`,
  inAnswer(answer.asOfRun),
]
