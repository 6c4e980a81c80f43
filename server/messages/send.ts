import type { MessageWay } from '#contract/messages.ts'
import type { Language } from '#i18n/languages.ts'
import type { KeptAttachment } from '#server/db/kept-attachment.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { fileName } from '#server/kit/files/file-name.ts'
import { merchantKeys, messageTextPlace, seal } from '#server/kit/secrets/vault.ts'
import { sendMessageJob } from './jobs.ts'

/** A mail or a short message to a person. */
export interface Message {
  way: MessageWay
  /** The language of its text. */
  language: Language
  /** One e-mail address or one phone number. */
  to: string
  /** The subject of a mail; an SMS shows none. */
  subject: string
  /**
   * Plain text. In a mail, a line that is nothing but a web address becomes a button, named by the line above it
   * without its colon.
   */
  text: string
  /** The object by which it is found, such as a `payment_link` and its reference. */
  about: { type: string; ref: string }
  /** The files that go with a mail, 5 MB together: what goes beyond that is left out when it is sent. */
  attachments?: readonly KeptAttachment[]
  /** Whose name and logo stand above the text of a mail. */
  brand?: { name: string; logo: string }
}

/**
 * Sends a message of the owner after the commit of the caller's transaction, and only then. It is sent at least once, always
 * under the same Message-ID, and tried again for 24 hours.
 * @returns the message's id.
 */
export async function sendMessage(ctx: Ctx, message: Message): Promise<string> {
  const row = await rowOf(ctx, message)
  await ctx.own.insert('messages', row).execute()
  ctx.enqueue(sendMessageJob, { messageId: row.message_id })
  return row.message_id
}

/**
 * The same, once under this name about its object, however often it is called, and by however many at once.
 * @returns the message's id; undefined when it was written before.
 */
export async function sendMessageOnce(ctx: Ctx, once: string, message: Message): Promise<string | undefined> {
  const row = await rowOf(ctx, message)
  const written = await ctx.own
    .insert('messages', { ...row, once })
    .onConflict((conflict) => conflict.doNothing())
    .returning('message_id')
    .executeTakeFirst()
  if (!written) return undefined
  ctx.enqueue(sendMessageJob, { messageId: row.message_id })
  return row.message_id
}

async function rowOf(ctx: Ctx, { way, language, to, subject, text, about, brand, attachments = [] }: Message) {
  const messageId = newId()
  return {
    message_id: messageId,
    way,
    language,
    recipient: to,
    subject,
    text_sealed: seal(await merchantKeys(ctx), text, messageTextPlace(ctx.owner.merchantId, messageId)),
    about_type: about.type,
    about_ref: about.ref,
    brand_name: brand?.name ?? '',
    brand_logo: brand?.logo ?? '',
    attachments: JSON.stringify(attachments.map((one) => ({ ...one, name: fileName(one.name) }))),
    next_attempt_at: null,
    created_at: ctx.now,
    settled_at: null,
  }
}
