import type { Ctx } from '#server/kit/ctx.ts'
import { answerTicket } from './answer.ts'
import { insertMessage, insertTicket } from './queries.ts'

/** Two tickets to look at, of the merchant's administrator: one that was answered and one that waits. */
export async function seedTickets(ctx: Ctx, { email }: { email: string }): Promise<void> {
  const admin = await ctx.own
    .select('sub_users')
    .select(['sub_user_id', 'name'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!admin) return
  const by = { name: admin.name, subUserId: admin.sub_user_id }
  const write = async (
    ticketRef: string,
    ticket: Pick<Parameters<typeof insertTicket>[1], 'subject' | 'category'>,
    body: string,
  ) => {
    await insertTicket(ctx, { ...ticket, ticketRef, requestId: '', route: '', failedAt: null, by })
    await insertMessage(ctx, ticketRef, { fromOperator: false, author: by.name, body })
  }
  await write(
    refOf(ctx, 'A'),
    { subject: 'Which events come for a refund?', category: 'webhooks' },
    'We would like to tell our warehouse when a refund has succeeded.\nWhich type of webhook do we need?',
  )
  await answerTicket(ctx, refOf(ctx, 'A'), {
    author: 'Support',
    text: 'One of the type Refunds: it comes when a refund is asked for and when it has ended, with refund_status.\nThe signature is checked as for payments.',
  })
  await write(
    refOf(ctx, 'B'),
    { subject: 'Name on the checkout', category: 'account' },
    'Our customers see our legal name. Can they see the brand instead?',
  )
}

/** The same for a merchant each time, and of no other. */
const refOf = (ctx: Ctx, letter: string) => `T-${ctx.owner.merchantId.slice(-9).toUpperCase()}${letter}`
