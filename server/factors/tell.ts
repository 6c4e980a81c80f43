import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import { sendMessage } from '#server/messages/send.ts'
import { factorMails, type FactorNews } from './mails.ts'
import { addressOf } from './queries.ts'

/** Writes to a user, and puts into their notifications, what was done with their second factors or their login, by them or by somebody else. */
export async function tellUser(ctx: Ctx, subUserId: string, news: FactorNews, detail = ''): Promise<void> {
  const user = await addressOf(ctx, subUserId)
  if (!user) throw new Error('nobody to tell')
  const mail = factorMails[ctx.client.language][news]
  const link = `${ctx.house.publicUrl}/profile`
  const about = { type: 'sub_user', ref: subUserId }
  await sendMessage(ctx, { way: 'email', to: user.email, ...mail(detail, link), about })
  const to = subUserId
  if (news === 'newDevice') await notify(ctx, 'sign_in_new_device', { place: detail }, { to })
  else await notify(ctx, 'two_step_changed', {}, { to })
}
