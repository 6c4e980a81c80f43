import type { Ctx } from '#server/kit/ctx.ts'
import type { OwnRow } from '#server/kit/db/own.ts'
import type { ArrivalReason, ArrivalState } from '#contract/recon-intake-shapes.ts'
import { deleteParts } from './places.ts'

/** A mail; undefined when absent or not the owner's. With `lock` its row is locked until the commit. Index: primary key. */
export function findMail(ctx: Ctx, mailId: string, { lock = false } = {}) {
  const question = ctx.own.select('recon_mails').selectAll().where('mail_id', '=', mailId)
  return (lock ? question.forUpdate() : question).executeTakeFirst()
}
export type FoundMail = NonNullable<Awaited<ReturnType<typeof findMail>>>

export async function changeMail(ctx: Ctx, mailId: string, set: Partial<OwnRow<'recon_mails'>>): Promise<void> {
  await ctx.own
    .update('recon_mails')
    .set({ ...(set as object), updated_at: ctx.now })
    .where('mail_id', '=', mailId)
    .execute()
}

/** Ends a mail and the arrivals of its attachments that have not ended, and lets its bytes go. */
export async function endMail(
  ctx: Ctx,
  mailId: string,
  state: Extract<ArrivalState, 'taken' | 'refused'>,
  reason: ArrivalReason,
  decidedBy = '',
): Promise<void> {
  await deleteParts(ctx, mailId)
  await changeMail(ctx, mailId, {
    state,
    reason,
    ...(decidedBy !== '' && { decided_by: decidedBy, decided_at: ctx.now }),
  })
  await ctx.own
    .update('recon_arrivals')
    .set({ state, reason, decided_by: decidedBy })
    .where('mail_id', '=', mailId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Mails that wait for work, and those that wait too long for anything. Indexes: recon_mails_under_way, recon_mails_waiting. */
export async function listMailsDue(ctx: Ctx, since: Date): Promise<{ mailId: string }[]> {
  const rows = await ctx.own
    .select('recon_mails')
    .select('mail_id')
    .where('state', 'in', ['coming', 'received', 'accepted', 'waiting'])
    .where((where) =>
      where.or([
        where.and([where('state', '<>', 'waiting'), where('updated_at', '<', since)]),
        where.and([where('state', '=', 'waiting'), where('received_at', '<', daysBefore(since, 30))]),
      ]),
    )
    .limit(100)
    .execute()
  return rows.map(({ mail_id: mailId }) => ({ mailId }))
}
export const daysBefore = (time: Date, days: number): Date => new Date(time.getTime() - days * 86_400_000)
