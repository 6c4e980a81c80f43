import type { Ctx } from '#server/kit/ctx.ts'
import { sendMessage } from '#server/messages/send.ts'
import { changedMail, linkedMail } from './mails.ts'
import { listAdministrators } from './queries.ts'

/** Tells a user that somebody, hopefully they, has linked an identity to their login. */
export async function tellLinked(ctx: Ctx, to: string, providerEmail: string): Promise<void> {
  const mail = linkedMail(ctx.client.language, { providerEmail, link: `${ctx.services.publicUrl}/profile` })
  await sendMessage(ctx, { way: 'email', to, ...mail, about: { type: 'single_sign_on', ref: ctx.owner.merchantId } })
}

/** Tells every admin of the merchant what was done to how all of them sign in. */
export async function tellAdministrators(ctx: Ctx): Promise<void> {
  const link = `${ctx.services.publicUrl}/settings/single-sign-on`
  const mail = changedMail(ctx.client.language, { actor: ctx.actor.name, link })
  const about = { type: 'single_sign_on', ref: ctx.owner.merchantId }
  for (const { email_address: to } of await listAdministrators(ctx))
    await sendMessage(ctx, { way: 'email', to, ...mail, about })
}
