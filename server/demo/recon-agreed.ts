import type { Ctx } from '#server/kit/ctx.ts'
import { saveMapping } from '#server/recon-mappings/save.ts'
import { audited } from './audited.ts'

/** The merchant whose files are loaded, and the channel whose files they are. */
export const reconciles = (slug: string): boolean => slug === 'acme'
export const reconciledChannel = 'SIMULATOR'
const dayMs = 86_400_000

/** Who sets reconciliation up. */
export async function reconPerson(ctx: Ctx) {
  const [by] = await ctx.tx.query<{ sub_user_id: string; name: string }>(
    `select sub_user_id, name from sub_users where merchant_id = $1 and roles && '{admin,recon-admin}' order by name limit 1`,
    [ctx.owner.merchantId],
  )
  if (!by) throw new Error('nobody of the merchant may reconcile')
  return { kind: 'user' as const, id: by.sub_user_id, name: by.name }
}

/** What was agreed with the provider for refunds, and how its files are read: a mapping in two versions. */
export async function seedReconAgreed(ctx: Ctx): Promise<void> {
  const actor = await reconPerson(ctx)
  const daysAgo = (days: number) => ctx.with({ now: new Date(ctx.now.getTime() - days * dayMs), actor })
  await agreeOnRefunds(daysAgo(92))
  const first = await saved(daysAgo(91), { file_prefix: 'settlement_*.csv' })
  // Files without a day in their name are no longer taken.
  await saved(daysAgo(60), { file_prefix: 'settlement_*_{yyyy}{MM}{dd}*.csv', parent_rfm_id: first })
}

async function agreeOnRefunds(ctx: Ctx): Promise<void> {
  const plans = await ctx.own
    .select('fee_plans')
    .select('currency')
    .where('channel_key', '=', reconciledChannel)
    .where('txn_type', '=', 'payment')
    .distinct()
    .execute()
  for (const { currency } of plans)
    ctx.write(
      ctx.own.insert('fee_plans', {
        channel_key: reconciledChannel,
        currency,
        txn_type: 'refund',
        percent_fee: '0',
        minimum_fee_minor: 0n,
        flat_fee_minor: 10n,
        tax_percent: '8',
        created_at: ctx.now,
        created_by: ctx.actor.name,
      }),
    )
}

const saved = (ctx: Ctx, more: { file_prefix: string; parent_rfm_id?: string }): Promise<string> =>
  audited(ctx, 'recon-mapping.save', async (asked) => {
    const mapping = {
      payment_channel_key: reconciledChannel,
      engine_source: 'SIMULATOR',
      file_type: 'recon',
      source_type: 'PROVIDER',
      display_name: 'Simulator settlement',
    } as const
    const { rfm_id } = (await saveMapping(asked, { ...mapping, ...more })).saved
    asked.auditSubject(rfm_id)
    return rfm_id
  })
