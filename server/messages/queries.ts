import type { Selectable, Updateable } from 'kysely'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Tables } from '#server/db/tables.ts'
import { messageTextPlace, merchantKeys, openSealed } from '#server/kit/secrets/vault.ts'

export type LockedMessage = Selectable<Tables['messages']>

/** A message of the scope, its row locked until the commit. Index: primary key. */
export const lockMessage = (ctx: Ctx, messageId: string): Promise<LockedMessage | undefined> =>
  ctx.own.select('messages').selectAll().where('message_id', '=', messageId).forUpdate().executeTakeFirst()

export async function changeMessage(
  ctx: Ctx,
  messageId: string,
  change: Updateable<Tables['messages']>,
): Promise<void> {
  await ctx.own.update('messages').set(change).where('message_id', '=', messageId).execute()
}

/** A message of the scope with its text opened. Index: primary key. */
export async function readMessage(ctx: Ctx, messageId: string) {
  const message = await ctx.own.select('messages').selectAll().where('message_id', '=', messageId).executeTakeFirst()
  return message && { ...message, text: await textOf(ctx, message) }
}

/** The messages about an object with their states, newest first. Index: messages_by_object. */
export const messagesAbout = (ctx: Ctx, about: { type: string; ref: string }) =>
  ctx.own
    .select('messages')
    .select(['message_id', 'way', 'recipient', 'state', 'created_at'])
    .where('about_type', '=', about.type)
    .where('about_ref', '=', about.ref)
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()

/** Whether a message about this was written in the last seconds. Index: messages_by_object. */
export async function wroteLately(ctx: Ctx, about: { type: string; ref: string }, seconds: number): Promise<boolean> {
  const found = await ctx.own
    .select('messages')
    .select('message_id')
    .where('about_type', '=', about.type)
    .where('about_ref', '=', about.ref)
    .where('created_at', '>', new Date(ctx.now.getTime() - seconds * 1000))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The text of a message, which is kept sealed. */
export const textOf = async (
  ctx: Ctx,
  { message_id, text_sealed }: Pick<LockedMessage, 'message_id' | 'text_sealed'>,
): Promise<string> =>
  openSealed(await merchantKeys(ctx), text_sealed, messageTextPlace(ctx.owner.merchantId, message_id))
