import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'

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
export const seededRecord = {
  engine_source: 'SHEET',
  file_type: 'recon',
  file_prefix: 'sample*',
  source_date_format: 'YYYY-MM-DD',
  currency: 'SGD',
  input_header: { date: 'Date', amount: 'Amount', txn_ref: 'Reference', txn_type: 'Type' },
  reading: { types: { Payment: 'payment', Refund: 'refund' } },
}
