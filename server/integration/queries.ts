import { sql } from 'kysely'
import { catalogueEntry } from '#contract/channel-catalogue.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { listConnected } from '#server/channels/connections.ts'
import { databaseNow } from '#server/kit/db/clock.ts'
import { withLatest } from '#server/webhooks/history.ts'

/** The connected channels whose providers send call-backs to the merchant's own address. */
export async function listCallbackChannels(ctx: Ctx): Promise<{ key: string; name: string; provider: string }[]> {
  const rows = await listConnected(ctx)
  return rows
    .filter(({ provider, is_lent: isLent, is_enabled: isOn }) => provider !== '' && !isLent && isOn)
    .filter(({ catalogue_key: entry }) => (catalogueEntry(entry)?.callbacks ?? 'none') !== 'none')
    .map(({ channel_key: key, name, provider }) => ({ key, name, provider }))
}

/** The server keys that are neither revoked nor over. */
export async function countKeys(ctx: Ctx): Promise<number> {
  const { keys } = await ctx.own
    .select('server_keys')
    .select((row) => row.fn.countAll<bigint>().as('keys'))
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`coalesce(expires_at > ${databaseNow}, true)`)
    .executeTakeFirstOrThrow()
  return Number(keys)
}

export async function countWebhooks(ctx: Ctx): Promise<number> {
  const { webhooks } = await ctx.own
    .select('webhooks')
    .select((row) => row.fn.countAll<bigint>().as('webhooks'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(webhooks)
}

/** What the merchant's servers have reached, by its name. Index: primary key. */
export async function readMarks(ctx: Ctx) {
  const rows = await ctx.own.select('integration_marks').select(['mark', 'at', 'route', 'why', 'request_id']).execute()
  return new Map(rows.map((row) => [row.mark, row]))
}

/** The newest delivered one of the last fifty deliveries of each webhook. */
export const lastAnswered = (ctx: Ctx): Promise<{ name: string; at: Date } | undefined> =>
  withLatest(ctx, 50)
    .select(['w.name', 'last.created_at as at'])
    .where('last.state', '=', 'delivered')
    .orderBy('last.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
