import { sql, type SqlBool } from 'kysely'
import { Fault } from '#contract/faults.ts'
import type { Output } from '#contract/kit/call.ts'
import type { readReconEvidence, readReconOriginal } from '#contract/recon-evidence.ts'
import type { FeeFormula } from '#contract/fee-shapes.ts'
import type { ReconSide } from '#contract/recon-outcomes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { originalRows, titledCells } from '#server/recon-files/original-rows.ts'
import { answerOf, listPairRows, type Answer } from './answers.ts'
import { outcomes, wireOutcome, type OutcomeListRow } from './outcome-list.ts'

type Evidence = Output<typeof readReconEvidence>
type Found = OutcomeListRow & {
  from_run: number
  rules_version: number
  evidence: Record<string, unknown>
  suggested: string | null
  decision_id: string | null
  reading: number | null
}

/** What became of a record and why. Throws `notFound` and `reconInProgress`. */
export async function evidenceOf(ctx: Ctx, recordRef: string, runId: string | undefined): Promise<Evidence> {
  const { answer, record } = await foundRecord(ctx, recordRef, runId)
  const [members, suggested, check, file, decided] = await Promise.all([
    membersOf(ctx, answer, 'group_id', record.group_id),
    record.suggested === null ? [] : membersOf(ctx, answer, 'suggested', record.suggested),
    feeCheckOf(ctx, record),
    fileOf(ctx, record),
    decidedOf(ctx, record),
  ])
  const { from_run, rules_version, evidence, suggested: _, decision_id, reading: _reading, ...row } = record
  return {
    ...wireOutcome(row), from_run, rules_version, members, suggested: suggested.filter(({ record_ref }) => record_ref !== row.record_ref),
    evidence, formula: check?.formula ?? null, plan_uuid: check?.plan_id ?? null, file, decision_id, decided,
  } // prettier-ignore
}

async function foundRecord(ctx: Ctx, recordRef: string, runId: string | undefined): Promise<{ answer: Answer; record: Found }> {
  const told = /^(\d{1,9})\.([ab])\.(.+)$/su.exec(recordRef)
  const pair = (await listPairRows(ctx)).find(({ msm_id }) => String(msm_id) === told?.[1])
  if (!told || !pair) throw new Fault('notFound')
  const answer = await answerOf(ctx, pair, runId)
  const record = await recordOf(ctx, answer, told[2] as ReconSide, told[3] as string)
  if (!record) throw new Fault('notFound')
  return { answer, record }
} // prettier-ignore

const more = ', from_run, rules_version, evidence, suggested, decision_id, reading from "recon_outcomes"'
const withEvidence = outcomes.rows.sql.replace(' from "recon_outcomes"', more)
const answered = ({ asOfRun }: Answer, place: string) =>
  asOfRun === null ? 'until_run = 2147483647' : `from_run <= ${place} and until_run > ${place}`

/** Indexes: recon_outcomes_holding, primary key. */
async function recordOf(ctx: Ctx, answer: Answer, side: ReconSide, key: string): Promise<Found | undefined> {
  const { merchantId, environment } = ctx.owner
  const values = [merchantId, environment, answer.msm_id, side, key]
  const [found] = await ctx.tx.query<Found>(
    `${withEvidence} where merchant_id = $1 and environment = $2 and msm_id = $3 and side = $4 and key = $5 and ${answered(answer, '$6::integer')}`,
    answer.asOfRun === null ? values : [...values, answer.asOfRun],
  )
  return found
}

/** Records of one match or of one suggestion, ours first. Indexes: recon_outcomes_of_group, recon_outcomes_of_suggestion. */
async function membersOf(ctx: Ctx, answer: Answer, column: 'group_id' | 'suggested', value: string): Promise<Evidence['members']> {
  const { merchantId, environment } = ctx.owner
  const values = [merchantId, environment, answer.msm_id, value]
  const rows = await ctx.tx.query<OutcomeListRow>(
    `${outcomes.rows.sql} where merchant_id = $1 and environment = $2 and msm_id = $3 and ${column} = $4::uuid
       and ${answered(answer, '$5::integer')} order by side, day, "key" limit ${membersMost}`,
    answer.asOfRun === null ? values : [...values, answer.asOfRun],
  )
  return rows.map(({
    record_ref, side, data_source, record_type, transaction_date, settlement_date, transaction_id, merchant_order_ref, amount, currency,
    fee, tax, passed_on, net, net_currency, sku_id, quantity,
  }) => ({
    record_ref, side, data_source, record_type, transaction_date, settlement_date, transaction_id, merchant_order_ref, amount, currency,
    fee, tax, passed_on, net, net_currency, sku_id, quantity,
  })) // prettier-ignore
} // prettier-ignore
const membersMost = 400

/** Index: primary key of fee_checks. */
const feeCheckOf = (ctx: Ctx, { recon_id, record_key }: Found): Promise<{ formula: FeeFormula | null; plan_id: string | null } | undefined> =>
  recon_id === null
    ? Promise.resolve(undefined)
    : ctx.own.select('fee_checks').select(['formula', 'plan_id']).where('check_ref', '=', record_key).executeTakeFirst() // prettier-ignore

/** Where it was read, and what stands there. Cells that the mapping does not read are no part of a record. Indexes: primary keys. */
async function fileOf(ctx: Ctx, { recon_id, reading, row_no }: Found): Promise<Evidence['file']> {
  if (recon_id === null || reading === null || row_no === null) return null
  const isRow = sql<SqlBool>`recon_id = ${recon_id} and reading = ${reading} and row_no = ${row_no}`
  const [file, record] = await Promise.all([
    ctx.own.select('recon_files').select('original_file_name').where('recon_id', '=', recon_id).executeTakeFirst(),
    ctx.own
      .select('recon_records')
      .select(['at_text', 'zone', 'status_word', 'other_ref', 'parent_ref', 'marks'])
      .where(isRow)
      .executeTakeFirst(),
  ])
  return file && record ? { recon_id, row_no, file_name: file.original_file_name, ...record } : null
}

/** Index: primary key of recon_decisions. */
async function decidedOf(ctx: Ctx, { decision_id }: Found): Promise<Evidence['decided']> {
  if (decision_id === null) return null
  const found = await ctx.own
    .select('recon_decisions')
    .select(['act', 'reason', 'until_day', 'decided_by', 'approved_by', 'decided_at'])
    .where('decision_id', '=', decision_id)
    .executeTakeFirst()
  return found ?? null
}

/** So many rows of a file are read to find one. */
const rowsMost = 200_000

/** The row that a record was read from, as it stands in its file. Throws `notFound` of what was read from none, and `reconInProgress`. */
export async function originalOf(ctx: Ctx, recordRef: string, runId: string | undefined): Promise<Output<typeof readReconOriginal>> {
  const { recon_id, row_no } = (await foundRecord(ctx, recordRef, runId)).record
  const file =
    recon_id === null
      ? undefined
      : await ctx.own
          .select('recon_files')
          .select(['recon_id', 'parts', 'how', 'file_type', 'titles', 'mapped'])
          .where('recon_id', '=', recon_id)
          .executeTakeFirst()
  if (!file || recon_id === null || row_no === null) throw new Fault('notFound')
  if (file.parts > 0 && row_no <= rowsMost)
    for await (const { no, cells } of originalRows(ctx, file))
      if (no === row_no) return { recon_id, row_no, cells: titledCells(ctx, file, cells) }
  return { recon_id, row_no, cells: null }
} // prettier-ignore
