import type { MessageWay } from '#contract/messages.ts'
import type { Language } from '#i18n/languages.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { merchantKeys, messageTextPlace, seal } from '#server/kit/secrets/vault.ts'
import { sendMessageJob } from './jobs.ts'

/** Something to tell a person. */
export interface Message {
  way: MessageWay
  /** The one that it is written in. */
  language: Language
  /** One e-mail address or one phone number. */
  to: string
  /** Of a mail; an SMS has none to show. */
  subject: string
  /**
   * Plain text. In a mail, a line that is nothing but a web address becomes a button, named by the line above it
   * without its colon.
   */
  text: string
  /** What it is about, to be found by: `payment_link` and its reference. */
  about: { type: string; ref: string }
}

/**
 * Has a message sent, in the caller's transaction: it goes out if and only if that commits. At least once, always under
 * the same Message-ID; tried again for 24 hours. Belongs to the merchant and environment that `ctx` is about.
 * @returns the message's id.
 */
export async function sendMessage(ctx: Ctx, { way, language, to, subject, text, about }: Message): Promise<string> {
  const messageId = newId()
  const { merchantId, environment } = ctx.owner
  await ctx.db
    .insertInto('messages')
    .values({
      merchant_id: merchantId,
      environment,
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
