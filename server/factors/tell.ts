import type { Ctx } from '#server/kit/ctx.ts'
import { languageOfUser } from '#server/merchant-store/languages.ts'
import { notify } from '#server/notifications/notify.ts'
import { sendMessage } from '#server/messages/send.ts'
import { factorMail, type FactorNews } from './mails.ts'
import { addressOf } from './queries.ts'

/** Informs a user, by mail and notification, of a change of their second factors or login, whoever made it. */
export async function tellUser(ctx: Ctx, subUserId: string, news: FactorNews, detail = ''): Promise<void> {
  const user = await addressOf(ctx, subUserId)
  if (!user) throw new Error('nobody to tell')
  const mail = factorMail(await languageOfUser(ctx, subUserId), news, {
    detail,
    link: `${ctx.services.publicUrl}/profile`,
  })
  const about = { type: 'sub_user', ref: subUserId }
  await sendMessage(ctx, { way: 'email', to: user.email, ...mail, about })
  const to = subUserId
  if (news === 'newDevice') await notify(ctx, 'sign_in_new_device', { place: detail }, { to })
  else await notify(ctx, 'two_step_changed', {}, { to })
}
