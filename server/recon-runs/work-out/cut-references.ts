import type { From } from '#server/recon-files/layout.ts'
import type { RuleReference } from '#contract/recon-rule-shapes.ts'
import { ownerOf, type Run } from './run.ts'

/** For each reference the files in whose column for it a spreadsheet has cut digits: no record is found by it. */
export async function cutReferences(run: Run): Promise<Record<RuleReference, string[]>> {
  const files = await run.ctx.tx.query<{ recon_id: string; titles: string[]; columns: Partial<Record<string, From>> }>(
    `select recon_id, digits_lost as titles, how -> 'columns' as columns from recon_files
     where merchant_id = $1 and environment = $2 and data_source = any ($3) and digits_lost <> '[]' and how is not null`,
    [...ownerOf(run), [run.sources.a.data_source, run.sources.b.data_source]],
  )
  const cut = (names: readonly string[]): string[] =>
    files
      .filter(({ titles, columns }) => names.some((name) => titlesOf(columns[name]).some((title) => titles.includes(title))))
      .map(({ recon_id }) => recon_id)
  return {
    provider_ref: cut(['txn_ref', 'channel_order_ref']),
    merchant_ref: cut(['merchant_ref', 'merchant_order_ref']),
    other_ref: cut(['other_ref', 'channel_order_ref1']),
  }
} // prettier-ignore

function titlesOf(from: From | undefined): readonly string[] {
  if (from === undefined) return []
  if (typeof from === 'string') return [from]
  if ('joined' in from) return from.joined
  return Array.isArray(from) ? (from as readonly string[]) : []
}
