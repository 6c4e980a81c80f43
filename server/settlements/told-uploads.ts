import type { Ctx } from '#server/kit/ctx.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import { holds } from './sums.ts'

/**
 * Uploads of others' transactions that a closed settlement counts. None of them can be taken back (`third-party/`) while it is closed, so that
 * what a settlement was closed with stays there.
 */
const counted = `from recon_outcomes o
    join third_party_transactions x on x.merchant_id = $1 and x.environment = $2 and x.transaction_key = substr(o.key, length('told:') + 1)
  where o.merchant_id = $1 and o.environment = $2 and o.settlement_id = $3 and o.side = 'a' and o.key like 'told:%' and o.${holds}`

/** Holds the uploads whose transactions a closing has frozen. Indexes: recon_outcomes_of_settlement, primary keys. */
export async function holdToldUploads(ctx: Ctx, settlementId: string): Promise<void> {
  const held = await ctx.tx.query<{ upload_id: string }>(
    `update third_party_uploads u set reconciled_at = $4, updated_at = $4 from (select distinct x.upload_id ${counted}) c
     where u.merchant_id = $1 and u.environment = $2 and u.upload_id = c.upload_id and u.state = 'loaded' and u.reconciled_at is null
     returning u.upload_id`,
    [...ownerOf(ctx), settlementId, ctx.now],
  )
  for (const { upload_id } of held) noteChange(ctx, 'third_party_upload', upload_id)
}

/** The uploads of a settlement that is about to be reopened. */
export const toldUploadsOf = async (ctx: Ctx, settlementId: string): Promise<string[]> =>
  (
    await ctx.tx.query<{ upload_id: string }>(`select distinct x.upload_id ${counted}`, [...ownerOf(ctx), settlementId])
  ).map(({ upload_id }) => upload_id)

/** Lets uploads go of which no closed settlement counts a transaction any more. Indexes: primary keys, third_party_transactions_of_upload. */
export async function releaseToldUploads(ctx: Ctx, uploads: readonly string[]): Promise<void> {
  const released = await ctx.tx.query<{ upload_id: string }>(
    `update third_party_uploads u set reconciled_at = null, updated_at = $4
     where u.merchant_id = $1 and u.environment = $2 and u.upload_id = any ($3::uuid[]) and not exists (
       select 1 from third_party_transactions x
         join recon_pairs p on p.merchant_id = $1 and p.environment = $2
         join recon_outcomes o on o.merchant_id = $1 and o.environment = $2 and o.msm_id = p.msm_id and o.side = 'a'
           and o.key = 'told:' || x.transaction_key and o.${holds} and o.settlement_id is not null
       where x.merchant_id = $1 and x.environment = $2 and x.upload_id = u.upload_id)
     returning u.upload_id`,
    [...ownerOf(ctx), uploads, ctx.now],
  )
  for (const { upload_id } of released) noteChange(ctx, 'third_party_upload', upload_id)
}

const ownerOf = ({ owner }: Ctx): [string, string] => [owner.merchantId, owner.environment]
