import { sql } from 'kysely'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'

const named = (ctx: Ctx, channelKey: string) => {
  const { merchantId, environment } = ctx.owner
  return ctx.own
    .select('payment_channels')
    .select(sql<boolean>`exists (select 1 from lent_channels l where l.merchant_id = ${merchantId} and l.environment = ${environment}
      and l.channel_key = payment_channels.channel_key)`.as('is_lent'))
    .where('channel_key', '=', channelKey) // prettier-ignore
}

/** Throws `notFound` for a channel that the merchant never had. One that was removed has files, and fees, for long. */
export async function expectChannel(ctx: Ctx, channelKey: string): Promise<void> {
  if (!(await named(ctx, channelKey).executeTakeFirst())) throw new Fault('notFound')
}

/** The same with its row locked, so that its plans change one after the other. Throws `channelLent` for one of a master's. */
export async function lockChannel(ctx: Ctx, channelKey: string): Promise<void> {
  const channel = await named(ctx, channelKey).forNoKeyUpdate().executeTakeFirst()
  if (!channel) throw new Fault('notFound')
  if (channel.is_lent) throw new Fault('channelLent')
}
