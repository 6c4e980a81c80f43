import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import { amountWithCurrency } from './amounts.ts'

/** Tells once of each file and currency in which more was charged than agreed. Index: fee_checks_of_file. */
export async function tellOvercharge(ctx: Ctx, reconId: string): Promise<void> {
  const rows = await ctx.tx.query<{
    currency: string
    rows: bigint
    amount: string
    channel: string
    file_name: string
  }>(
    `select c.currency, count(*) as rows, trim_scale(sum(c.difference))::text as amount, min(c.channel_key) as channel,
       min(f.original_file_name) as file_name
     from fee_checks c
       join recon_files f on f.merchant_id = $1 and f.environment = $2 and f.recon_id = c.recon_id
     where c.merchant_id = $1 and c.environment = $2 and c.recon_id = $3 and c.outcome = 'mismatch' and c.difference > 0
     group by c.currency order by c.currency`,
    [ctx.owner.merchantId, ctx.owner.environment, reconId],
  )
  for (const { currency, rows: count, amount, channel, file_name } of rows)
    await notify(
      ctx,
      'fee_overcharged',
      { recon_id: reconId, channel, file_name, rows: String(count), amount: amountWithCurrency(amount, currency) },
      { once: `${reconId} ${currency}` },
    )
}
