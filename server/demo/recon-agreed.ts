import type { Role } from '#contract/access.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { saveMapping } from '#server/recon-mappings/save.ts'
import { audited } from './audited.ts'

/** The merchant whose files are loaded, and the channel whose files they are. */
export const reconciles = (slug: string): boolean => slug === 'acme'
export const reconciledChannel = 'SIMULATOR'
/** The shapes of file that are loaded, and by which layout. */
export const layoutOfShape = { csv: 'SIMULATOR', camt: 'CAMT_053' } as const
export type ReadShape = keyof typeof layoutOfShape
const dayMs = 86_400_000

/** Who sets reconciliation up, or has another role in it. */
export async function reconPerson(ctx: Ctx, roles: readonly Role[] = ['admin', 'recon-admin']) {
  const [by] = await ctx.tx.query<{ sub_user_id: string; name: string }>(
    'select sub_user_id, name from sub_users where merchant_id = $1 and roles && $2 order by name limit 1',
    [ctx.owner.merchantId, roles],
  )
  if (!by) throw new Error(`nobody of the merchant is ${roles.join(' or ')}`)
  return { kind: 'user' as const, id: by.sub_user_id, name: by.name }
}

/** What was agreed with the provider for refunds, and how files are read: the provider's by a mapping in two versions, and the bank's. */
export async function seedReconAgreed(ctx: Ctx): Promise<void> {
  const actor = await reconPerson(ctx)
  const daysAgo = (days: number) => ctx.with({ now: new Date(ctx.now.getTime() - days * dayMs), actor })
  await ctx.own.update('merchants').set({ recon_analytics_enabled: true }).execute()
  await agreeOnRefunds(daysAgo(92))
  const first = await saved(daysAgo(91), { ...settlements, file_prefix: 'settlement_*.csv' })
  await saved(daysAgo(91), { ...statements, file_prefix: 'camt053_*.xml' })
  // Files without a day in their name are no longer taken.
  await saved(daysAgo(60), { ...settlements, file_prefix: 'settlement_*_{yyyy}{MM}{dd}*.csv', parent_rfm_id: first })
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

const settlements = {
  engine_source: layoutOfShape.csv,
  source_type: 'PROVIDER',
  display_name: 'Simulator settlement',
} as const
const statements = { engine_source: layoutOfShape.camt, source_type: 'BANK', display_name: 'Bank statement' } as const
type Saved = (typeof settlements | typeof statements) & { file_prefix: string; parent_rfm_id?: string }

const saved = (ctx: Ctx, mapping: Saved): Promise<string> =>
  audited(ctx, 'recon-mapping.save', async (asked) => {
    const of = { payment_channel_key: reconciledChannel, file_type: 'recon' } as const
    const { rfm_id } = (await saveMapping(asked, { ...of, ...mapping })).saved
    asked.auditSubject(rfm_id)
    return rfm_id
  })
