import type { MessageWay } from '#contract/messages.ts'
import type { Language } from '#i18n/languages.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
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
}

/**
 * Sends a message of the owner after the commit of the caller's transaction, and only then. It is sent at least once, always
 * under the same Message-ID, and tried again for 24 hours.
 * @returns the message's id.
 */
export async function sendMessage(ctx: Ctx, { way, language, to, subject, text, about }: Message): Promise<string> {
  const messageId = newId()
  const { merchantId } = ctx.owner
  await ctx.own
    .insert('messages', {
      message_id: messageId,
      way,
      language,
      recipient: to,
      subject,
      text_sealed: seal(await merchantKeys(ctx), text, messageTextPlace(merchantId, messageId)),
      about_type: about.type,
      about_ref: about.ref,
      next_attempt_at: null,
      created_at: ctx.now,
      settled_at: null,
    })
    .execute()
  ctx.enqueue(sendMessageJob, { messageId })
  return messageId
}
