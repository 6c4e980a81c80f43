import type { KeptPage } from '#server/db/kept-page.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { contentNames } from './content.ts'
import type { FoundPage } from './queries.ts'

/** What a version keeps beside the content. The stock, the state and the address by choice are no part of it. */
const names = [
  'title', 'page_type', 'currency', 'amount', 'min_quantity', 'max_quantity', 'min_amount', 'max_amount', 'promo_discount',
  'shipping_charges', 'expires_at', 'low_stock_at', 'late_payment', 'source', 'success_url', 'failure_url', 'default_language',
] as const // prettier-ignore
export type Versioned = Pick<FoundPage, (typeof names)[number]>

/** A page as a version keeps it: amounts in minor units, times as ISO 8601. */
export function keptPage(page: Versioned & Pick<FoundPage, 'content'>): KeptPage {
  const columns = names.map((name) => [name, plain(page[name])])
  return { ...page.content, ...(Object.fromEntries(columns) as Record<string, unknown>) }
}
const plain = (value: unknown) =>
  typeof value === 'bigint' ? Number(value) : value instanceof Date ? value.toISOString() : value

/** The columns of a kept version, to be saved again. */
export function columnsOf(kept: KeptPage): Versioned {
  const minor = (name: (typeof names)[number]) => BigInt(kept[name] as number)
  return {
    ...(Object.fromEntries(names.map((name) => [name, kept[name]])) as Versioned),
    amount: minor('amount'),
    min_amount: minor('min_amount'),
    max_amount: minor('max_amount'),
    promo_discount: minor('promo_discount'),
    shipping_charges: minor('shipping_charges'),
    expires_at: kept['expires_at'] ? new Date(kept['expires_at'] as string) : null,
  }
}
export const contentIn = (kept: KeptPage): FoundPage['content'] =>
  Object.fromEntries(contentNames.map((name) => [name, kept[name]])) as FoundPage['content']

/** The names of what differs between two versions. */
export const changedIn = (before: KeptPage | null, after: KeptPage): string[] =>
  Object.keys(after).filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after[name]))

/** Adds a version. One of the same number exists never: the page's row is locked. */
export function insertVersion(
  ctx: Ctx,
  version: { pageRef: string; version: number; page: KeptPage; changed: string[]; restored?: number },
): void {
  const { pageRef: page_ref, page, changed, restored = 0 } = version
  const row = { page_ref, version: version.version, at: ctx.now, actor_name: ctx.actor.name, restored }
  ctx.write(ctx.own.insert('page_versions', { ...row, page: JSON.stringify(page), changed }))
}

/** The newest 200 versions of a page. Index: primary key. */
export const listVersions = (ctx: Ctx, pageRef: string) =>
  ctx.own
    .select('page_versions')
    .select(['version', 'at', 'actor_name', 'restored', 'changed', 'page'])
    .where('page_ref', '=', pageRef)
    .orderBy('version', 'desc')
    .limit(200)
    .execute()

/** One version; undefined when there is none. */
export const findVersion = (ctx: Ctx, pageRef: string, version: number) =>
  ctx.own
    .select('page_versions')
    .select(['version', 'page'])
    .where('page_ref', '=', pageRef)
    .where('version', '=', version)
    .executeTakeFirst()
