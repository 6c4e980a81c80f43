import type { Ctx } from '#server/kit/ctx.ts'
import { languageOfUser } from '#server/merchant-store/languages.ts'
import { sendMessage } from '#server/messages/send.ts'
import { changedMail, linkedMail } from './mails.ts'
import { listAdministrators } from './queries.ts'

/** Mails a user that an identity was linked to their login. */
export async function tellLinked(ctx: Ctx, to: string, providerEmail: string): Promise<void> {
  const mail = linkedMail(ctx.client.language, { providerEmail, link: `${ctx.services.publicUrl}/profile` })
  await sendMessage(ctx, { way: 'email', to, ...mail, about: { type: 'single_sign_on', ref: ctx.owner.merchantId } })
}

/** Mails every admin of the merchant that single sign-on was changed. */
export async function tellAdministrators(ctx: Ctx): Promise<void> {
  const link = `${ctx.services.publicUrl}/settings/single-sign-on`
  const about = { type: 'single_sign_on', ref: ctx.owner.merchantId }
  for (const { sub_user_id: subUserId, email_address: to } of await listAdministrators(ctx)) {
    const mail = changedMail(await languageOfUser(ctx, subUserId), { actor: ctx.actor.name, link })
    await sendMessage(ctx, { way: 'email', to, ...mail, about })
  }
}
