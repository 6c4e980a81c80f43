import { fieldFault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantKeys, openSealed, seal, webhookHeaderPlace } from '#server/kit/secrets/vault.ts'

/** A header as a request gives it; without a value the stored one stays. */
export interface GivenHeader {
  name: string
  value?: string | undefined
}

/** The names of the merchant's own headers by webhook. Index: primary key. */
export async function readHeaderNames(ctx: Ctx): Promise<Map<string, string[]>> {
  const rows = await ctx.own
    .select('webhook_headers')
    .select(['webhook_id', 'name'])
    .orderBy('webhook_id')
    .orderBy('name_lower')
    .execute()
  const found = new Map<string, string[]>()
  for (const { webhook_id: id, name } of rows) found.set(id, [...(found.get(id) ?? []), name])
  return found
}

/** What a webhook's own headers say, for sending. Index: primary key. */
export async function readOwnHeaders(ctx: Ctx, webhookId: string): Promise<Record<string, string>> {
  const rows = await ctx.own
    .select('webhook_headers')
    .select(['name', 'name_lower', 'value_sealed'])
    .where('webhook_id', '=', webhookId)
    .orderBy('name_lower')
    .execute()
  if (rows.length === 0) return {}
  const keys = await merchantKeys(ctx)
  return Object.fromEntries(
    rows.map((row) => [row.name, openSealed(keys, row.value_sealed, placeOf(ctx, webhookId, row.name_lower))]),
  )
}

/** Replaces a webhook's own headers. Throws `invalidRequest` for a new one without a value. The caller holds the webhook. */
export async function saveOwnHeaders(ctx: Ctx, webhookId: string, given: readonly GivenHeader[]): Promise<void> {
  const kept = (await readHeaderNames(ctx)).get(webhookId) ?? []
  const known = new Set(kept.map((name) => name.toLowerCase()))
  for (const [at, { name, value }] of given.entries())
    if (!value && !known.has(name.toLowerCase())) throw fieldFault('invalidRequest', `headers.${at}.value`, 'required')
  const wanted = new Set(given.map(({ name }) => name.toLowerCase()))
  const gone = [...known].filter((name) => !wanted.has(name))
  if (gone.length > 0)
    await ctx.own
      .delete('webhook_headers')
      .where('webhook_id', '=', webhookId)
      .where('name_lower', 'in', gone)
      .execute()
  const keys = await merchantKeys(ctx)
  for (const { name, value } of given) {
    const nameLower = name.toLowerCase()
    const sealed = value ? { value_sealed: seal(keys, value, placeOf(ctx, webhookId, nameLower)) } : {}
    if (known.has(nameLower))
      await ctx.own
        .update('webhook_headers')
        .set({ name, ...sealed })
        .where('webhook_id', '=', webhookId)
        .where('name_lower', '=', nameLower)
        .execute()
    else if (value)
      await ctx.own
        .insert('webhook_headers', {
          webhook_id: webhookId,
          name,
          name_lower: nameLower,
          value_sealed: seal(keys, value, placeOf(ctx, webhookId, nameLower)),
          created_at: ctx.now,
        })
        .execute()
  }
}

const placeOf = ({ owner: { merchantId, environment } }: Ctx, webhookId: string, nameLower: string) =>
  webhookHeaderPlace(merchantId, environment, webhookId, nameLower)
