import { Fault } from '#contract/faults.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { changeMail, endMail, findMail } from './mails.ts'
import { readReconMail } from './mail-job.ts'

/** Has the attachments of a mail taken, or refuses them for good. Throws `wrongState` for one that waits for no decision. */
export async function decideMail(ctx: Ctx, mailId: string, decision: 'accept' | 'refuse') {
  const mail = isUuid(mailId) ? await findMail(ctx, mailId, { lock: true }) : undefined
  if (!mail) throw new Fault('notFound')
  if (mail.state !== 'waiting') throw new Fault('wrongState', { why: `it is ${mail.state}` })
  if (decision === 'refuse') await endMail(ctx, mailId, 'refused', 'refused_by_person', ctx.actor.name)
  else {
    await changeMail(ctx, mailId, { state: 'accepted', decided_by: ctx.actor.name, decided_at: ctx.now })
    ctx.enqueue(readReconMail, { mailId })
  }
  noteChange(ctx, 'recon_intake', mail.channel_key)
  ctx.auditSubject(mailId, changesFrom({ state: 'waiting' }, { state: decision, sender: mail.sender }))
  return { mail_id: mailId, state: decision === 'accept' ? ('waiting' as const) : ('refused' as const) }
}
