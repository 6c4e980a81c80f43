import { defaultRules } from '#contract/recon-rule-shapes.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { sourceNameOf } from '#server/recon-sources/source-names.ts'
import { keepPart } from '#server/recon-files/parts.ts'
import { keepAnswer } from '#server/recon-records/fixtures.ts'

/** A mapping of a channel's settlement files, and its source. */
export async function seedMapping(ctx: Ctx, channelKey: string, name: string): Promise<string> {
  const { merchantId, environment } = ctx.owner
  const rfmId = newId()
  await ctx.tx.query(
    `insert into recon_sources (merchant_id, environment, data_source, category, channel_key, created_at, created_by)
     values ($1, $2, 'SEEDED_SETTLEMENT', 'PSP', $3, now(), $4)`,
    [merchantId, environment, channelKey, name],
  )
  await ctx.tx.query(
    `insert into recon_mappings (merchant_id, environment, rfm_id, mapping_id, version, channel_key, file_type, data_source, engine_source,
       file_prefix, display_name, is_enabled, record, created_by, saved_by, created_at)
     values ($1, $2, $3, $3, 1, $4, 'recon', 'SEEDED_SETTLEMENT', 'SHEET', 'sample*', $5, true, $6, 'MERCHANT', $5, now())`,
    [merchantId, environment, rfmId, channelKey, name, JSON.stringify({ ...seededRecord, display_name: name })],
  )
  return rfmId
}

/** A pair of the seeded source with an answer and rules that were tried out. */
export async function seedReconRun(ctx: Ctx, channelKey: string, name: string): Promise<SeededRun> {
  const owner = [ctx.owner.merchantId, ctx.owner.environment]
  const seeded = { reconRun: newId(), reconDryRun: newId(), settlement: newId() }
  await ctx.tx.query(
    `insert into recon_pairs (merchant_id, environment, msm_id, leg, source_a, source_b, last_run, answer_run, created_at)
     values ($1, $2, 1, 'settlement', $3, 'SEEDED_SETTLEMENT', 1, 1, now())`,
    [...owner, sourceNameOf(channelKey, 'TXN', new Set())],
  )
  await ctx.tx.query(
    `insert into recon_runs (merchant_id, environment, msm_id, run_no, run_id, status, causes, as_of, rules_version, tolerance, asked_by,
       asked_at, begun_at, finished_at)
     values ($1, $2, 1, 1, $4, 'done', '[]', current_date, 0, 0, $3, now(), now(), now())`,
    [...owner, name, seeded.reconRun],
  )
  await ctx.tx.query(
    `insert into settlements (merchant_id, environment, settlement_id, msm_id, data_source, batch, account, currency, channel_key, state, lines, open,
       gross, refunds, chargebacks, fees, tax, passed_on, adjustments, computed, payout, proof, is_booked, created_at, updated_at)
     values ($1, $2, $4, 1, 'SEEDED_SETTLEMENT', $3, '', 'SGD', $5, 'proven', 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, false, now(), now())`,
    [...owner, name, seeded.settlement, channelKey],
  )
  await ctx.tx.query(
    `insert into recon_dry_runs (merchant_id, environment, dry_run_id, msm_id, base_version, rules, status, result, asked_by, asked_at)
     values ($1, $2, $3, 1, 0, $4, 'done', '{"changed": 0, "shifts": [], "samples": []}', $5, now())`,
    [...owner, seeded.reconDryRun, JSON.stringify(defaultRules.settlement), name],
  )
  return { ...seeded, ...(await seedDecision(ctx, name)) }
}
interface SeededRun extends SeededDecision {
  reconRun: string
  reconDryRun: string
  settlement: string
}

/** A record of the pair that was accepted, and one whose write-off waits for a second person. */
async function seedDecision(ctx: Ctx, name: string): Promise<SeededDecision> {
  const owner = [ctx.owner.merchantId, ctx.owner.environment]
  const seeded = { reconDecision: newId(), reconProposal: newId(), reconExceptionImport: newId() }
  await ctx.tx.query(
    `insert into recon_decisions (merchant_id, environment, decision_id, msm_id, act, group_id, status, amount_off, fee_off, tax_off, reason,
       decided_by, decided_at)
     values ($1, $2, $3, 1, 'accept', $3, 'missing_in_settlement', 1, 0, 0, $4, $4, now())`,
    [...owner, seeded.reconDecision, name],
  )
  await ctx.tx.query(
    `insert into recon_proposals (merchant_id, environment, proposal_id, msm_id, act, state, group_id, records, shown, digest, currency, reason,
       proposed_by, proposed_name, proposed_at)
     values ($1, $2, $3, 1, 'write_off', 'proposed', $3, '[]', '{}', $4, 'SGD', $4, $3, $4, now())`,
    [...owner, seeded.reconProposal, name],
  )
  await ctx.tx.query(
    `insert into recon_exception_imports (merchant_id, environment, import_id, file_name, dry_run, rows, decided, applied, proposed, stale, unknown,
       not_allowed, invalid, created_at, created_by)
     values ($1, $2, $3, $4, true, 1, 1, 1, 0, 0, 0, 0, 0, now(), $4)`,
    [...owner, seeded.reconExceptionImport, name],
  )
  return seeded
}
interface SeededDecision {
  reconDecision: string
  reconProposal: string
  reconExceptionImport: string
}

/** A file that waits to be told what it is, with its original, and a record of it in its first row. */
export async function seedReconFile(ctx: Ctx, name: string): Promise<string> {
  const reconId = newId()
  const key = [ctx.owner.merchantId, ctx.owner.environment, reconId]
  const [last] = await ctx.tx.query<{ no: bigint }>(
    'select coalesce(max(file_no), 0)::bigint as no from recon_files where merchant_id = $1 and environment = $2',
    key.slice(0, 2),
  )
  await ctx.tx.query(
    `insert into recon_files (merchant_id, environment, recon_id, file_no, file_key, original_file_name, way, status, size_bytes, parts,
       digest, created_at, created_by, updated_at)
     values ($1, $2, $3, $5, $4, $4, 'upload', 'Uploaded', 1, 1, $4, now(), $4, now())`,
    [...key, name, (last?.no ?? 0n) + 1n],
  )
  await keepPart(ctx, reconId, 0, Buffer.from('x'))
  await ctx.tx.query(
    `insert into recon_records (merchant_id, environment, recon_id, reading, row_no, shadow, occurrence, identity, content, standing,
       bucket, type, data_source, at, at_text, zone, merchant_ref, provider_ref, other_ref, parent_ref, gross, currency, fee, tax,
       passed_on, net, net_currency, batch, method, account_id, country, brand_id, marketplace_id, sku_id, quantity, status_word, marks)
     select merchant_id, environment, recon_id, reading, 1, 0, 1, recon_id, recon_id, 'current', 'loaded', 'payment',
       'SEEDED_SETTLEMENT', now(), '', 'UTC', $4, $4, '', '', 1, 'SGD', 0, 0, 0, 1, 'SGD', '', 'CARD', '', '', '', '', '', '', '', '{}'
     from recon_files where merchant_id = $1 and environment = $2 and recon_id = $3`,
    [...key, name],
  )
  return reconId
}
export const seededRecord = {
  engine_source: 'SHEET',
  file_type: 'recon',
  file_prefix: 'sample*',
  source_date_format: 'YYYY-MM-DD',
  currency: 'SGD',
  input_header: { date: 'Date', amount: 'Amount', txn_ref: 'Reference', txn_type: 'Type' },
  reading: { types: { Payment: 'payment', Refund: 'refund' } },
}

/** A transaction that no settlement has, as the answer of a pair of sources says; it stands far down in a file. */
export async function seedOutcome(ctx: Ctx, reconId: string, name: string): Promise<string> {
  const key = `payment:${newId()}`
  await keepAnswer(ctx, { msmId: 2, sources: ['SIMULATOR_TXN', 'SIMULATOR_SETTLEMENT'] }, [{ key, side: 'a', status: 'missing_in_settlement', merchant_ref: name }]) // prettier-ignore
  await ctx.tx.query(
    `update recon_outcomes set recon_id = $4, row_no = 200001 where merchant_id = $1 and environment = $2 and key = $3`,
    [ctx.owner.merchantId, ctx.owner.environment, key, reconId],
  )
  return `2.a.${key}`
}
