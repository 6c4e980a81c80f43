import { Fault, fieldFault } from '#contract/faults.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Changes, Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { tellChanges } from '#server/merchant-store/changes.ts'
import { languageOfMerchant } from '#server/merchant-store/languages.ts'
import { sendMessage } from '#server/messages/send.ts'
import { kycDecisionMail } from './mails.ts'
import { judgeDocument, listDocuments, lockCase, moveKyc, noteCase } from './queries.ts'
import { openLink } from './link.ts'
import { publishKycWebhook } from './publish-webhook.ts'

/** The decision of a reviewer. */
export interface Review {
  decision: 'approve' | 'reject' | 'ask_again'
  note: string
  /** Documents that will not do, with why; only where it is asked again. */
  refused: readonly { kyc_document: string; reason: string }[]
}

/**
 * Decides on what the merchant of `ctx` has handed in, and tells it by mail. Asking again needs a reason: a note or a
 * refused document. What was not refused counts as accepted and need not be brought again.
 * @returns what it changed.
 */
export async function review(ctx: Ctx, { decision, note, refused }: Review): Promise<Changes> {
  const found = await lockCase(ctx)
  if (decision === 'ask_again' && !note && refused.length === 0)
    throw fieldFault('invalidRequest', 'note', 'required', 'Say what is missing.')
  if (decision === 'reject' && !note) throw fieldFault('invalidRequest', 'note', 'required', 'Say why.')
  const documents = await listDocuments(ctx)
  for (const { kyc_document: id } of refused)
    if (!documents.some((one) => one.document_id === id)) throw new Fault('notFound')
  const to = await moveKyc(ctx, decision)
  const reasons = new Map(decision === 'ask_again' ? refused.map((one) => [one.kyc_document, one.reason]) : [])
  for (const { document_id: id, state } of documents) {
    const reason = reasons.get(id)
    if (reason !== undefined) await judgeDocument(ctx, id, { state: 'refused', reason })
    else if (decision !== 'reject' && state === 'received')
      await judgeDocument(ctx, id, { state: 'accepted', reason: '' })
  }
  await noteCase(ctx, { note, reviewed_at: ctx.now, reviewed_by: ctx.actor.name })
  const changes = { kyc_status: { before: found.kyc_status, after: to } }
  await tellChanges(ctx, changes)
  await publishKycWebhook(ctx, { from: found.kyc_status, to, note })
  writeAudit(ctx, { action: 'kyc.review', objectRef: ctx.owner.merchantId, result: 'done', changes })
  await tell(ctx, { decision, note, refused })
  return changes
}

async function tell(ctx: Ctx, { decision, note, refused }: Review): Promise<void> {
  const { name, email } = await merchantOf(ctx)
  const documents = await listDocuments(ctx)
  const papers = refused.map((one) => ({
    name: documents.find(({ document_id }) => document_id === one.kyc_document)?.name ?? '',
    reason: one.reason,
  }))
  const link = decision === 'ask_again' ? await openLink(ctx) : `${ctx.services.publicUrl}/login`
  const about = { type: 'kyc', ref: ctx.owner.merchantId }
  const mail = kycDecisionMail(await languageOfMerchant(ctx), decision, { name, note, papers, link })
  await sendMessage(ctx, { way: 'email', to: email, ...mail, about })
}
