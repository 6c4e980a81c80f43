import type { Ctx } from '#server/kit/ctx.ts'
import type { SettlementFile } from '#server/providers/simulator/settlement/files.ts'
import { layoutOf } from '#server/recon-files/layouts.ts'
import { readingOf } from '#server/recon-files/mapping/reading-of.ts'
import type { MappingRow } from '#server/recon-files/mapping/mappings.ts'
import type { ReadingFound } from '#server/recon-files/reading-for.ts'
import { saveMapping } from '#server/recon-mappings/save.ts'
import { audited } from './audited.ts'
import { beginLoading, loadOfPast } from './recon-loading.ts'

/** The merchant whose files are loaded, and the channel whose files they are. */
export const reconciles = (slug: string): boolean => slug === 'acme'
const channelKey = 'SIMULATOR'

/**
 * Loads what the simulator has settled in 90 days as if it had been fetched each night: a mapping in two versions, a file a day, one
 * that was sent twice, one that was replaced by its correction, and one that somebody uploaded by mistake. Returns how many files.
 */
export async function seedReconciliation(ctx: Ctx, files: readonly SettlementFile[], account: string): Promise<number> {
  const { merchantId } = ctx.owner
  const [by] = await ctx.tx.query<{ sub_user_id: string; name: string }>(
    `select sub_user_id, name from sub_users where merchant_id = $1 and roles && '{admin,recon-admin}' order by name limit 1`,
    [merchantId],
  )
  const own = files.filter(({ shape }) => shape === 'csv').sort((a, b) => a.at.getTime() - b.at.getTime())
  const [first] = own
  if (!by || !first) return 0
  const person = { kind: 'user' as const, id: by.sub_user_id, name: by.name }
  const nightly = { kind: 'system' as const, id: null, name: '' }
  const begun = ctx.with({ now: after(first.at, -3_600), actor: person })
  await agreeOnRefunds(begun)
  let mapping = await mappingOf(begun, { account })
  let reading = readingFoundOf(mapping)
  const [middle] = own.slice(Math.floor(own.length / 3))
  await beginLoading(ctx)
  const loaded = new Map<string, string>()
  for (const [nth, file] of own.entries()) {
    if (file === middle) {
      const edited = ctx.with({ now: after(file.at, -1_800), actor: person })
      mapping = await mappingOf(edited, { account, before: mapping })
      reading = readingFoundOf(mapping)
    }
    const name = file.path.slice(file.path.lastIndexOf('/') + 1)
    // A corrected file takes the place of the one that it corrects.
    const replaces = name.includes('_R1') ? loaded.get(name.replace('_R1', '')) : undefined
    const fetched = ctx.with({ now: after(file.at, 720), actor: replaces ? person : nightly })
    const bytes = await file.bytes()
    const kept = await loadOfPast(
      fetched,
      { name, bytes, way: replaces ? 'upload' : 'sftp', ...(replaces && { replaces }) },
      reading,
    )
    loaded.set(name, kept.recon_id)
    if (nth === own.length - 5) {
      const mistaken = ctx.with({ now: after(file.at, 30_000), actor: person })
      await loadOfPast(mistaken, { name: 'orders-november.csv', bytes: orders, way: 'upload' }, reading)
    }
  }
  return loaded.size + 1
}

/** What the provider takes for a refund, in the currencies of its plans for payments. */
async function agreeOnRefunds(ctx: Ctx): Promise<void> {
  const plans = await ctx.own
    .select('fee_plans')
    .select('currency')
    .where('channel_key', '=', channelKey)
    .distinct()
    .execute()
  for (const { currency } of plans)
    ctx.write(
      ctx.own.insert('fee_plans', {
        channel_key: channelKey,
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

/** An export of orders that is no settlement file. */
const orders = Buffer.from('Order,Customer,Total\r\n1001,Mei Tan,59.00\r\n1002,Jonas Weber,119.00\r\n')

/** The mapping of the simulator's files; its second version takes only files of this account. */
function mappingOf(ctx: Ctx, { account, before }: { account: string; before?: MappingRow }): Promise<MappingRow> {
  return audited(ctx, 'recon-mapping.save', async (asked) => {
    const { saved } = await saveMapping(asked, {
      payment_channel_key: channelKey,
      engine_source: 'SIMULATOR',
      file_type: 'recon',
      source_type: 'PROVIDER',
      display_name: 'Simulator settlement',
      file_prefix: before ? `settlement_${account}_{yyyy}{MM}{dd}*.csv` : 'settlement_*.csv',
      ...(before && { parent_rfm_id: before.rfm_id }),
    })
    asked.auditSubject(saved.rfm_id)
    return saved
  })
}

const readingFoundOf = ({ data_source, rfm_id, record }: MappingRow): ReadingFound => ({
  dataSource: data_source,
  channelKey,
  fileType: 'recon',
  layout: 'SIMULATOR',
  mappingId: rfm_id,
  reading: readingOf(record, layoutOf('SIMULATOR')),
})

const after = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1_000)
