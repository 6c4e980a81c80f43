import { Fault, type FieldError } from '#contract/faults.ts'
import { kycDocumentKinds, kycNeeded, type KycCompany, type readKyc } from '#contract/kyc.ts'
import { kycStates } from '#contract/merchants.ts'
import type { Output } from '#contract/kit/call.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { tellChanges } from '#server/merchant-store/changes.ts'
import { merchantOfKycToken } from './link.ts'
import { deleteDocument, findCase, listDocuments, lockCase, moveKyc, noteCase } from './queries.ts'
import { publishKycWebhook } from './publish-webhook.ts'

type KycView = Output<typeof readKyc>

/** The context of the merchant of a KYC link. The holder of the link acts for the merchant. */
export async function enterByLink(ctx: Ctx, token: string): Promise<Ctx> {
  const merchantId = await merchantOfKycToken(ctx.tx, ctx.services, token)
  return ctx.enter({ merchantId, environment: 'sandbox' }, byLink)
}
/** The actor of the form behind a KYC link, as the audit log names it. */
export const byLink = { kind: 'system', id: null, name: 'KYC link' } as const

/** The company and documents of the owner's KYC, and the missing ones. */
export async function viewOf(ctx: Ctx, { reviewable = false } = {}): Promise<KycView> {
  const [found, documents] = await Promise.all([findCase(ctx), listDocuments(ctx)])
  if (!found) throw new Fault('notFound')
  return {
    merchant_name: found.merchant_name,
    country: found.country,
    kyc_status: found.kyc_status,
    company: found.company ?? {},
    documents,
    missing: missingOf(found.company ?? {}, documents),
    note: found.note ?? '',
    submitted_at: found.submitted_at,
    reviewed_at: found.reviewed_at,
    reviewable: reviewable && found.kyc_status === 'SUBMITTED',
  }
}

/** Stores the fields of the company that were sent. */
export async function save(ctx: Ctx, company: KycCompany): Promise<void> {
  const found = await editable(ctx)
  await noteCase(ctx, { company: { ...found.company, ...company } })
}

/** Deletes a document that has not been accepted. */
export async function removeDocument(ctx: Ctx, documentId: string): Promise<void> {
  await editable(ctx)
  const document = await deleteDocument(ctx, documentId)
  if (!document) throw new Fault('notFound')
  const changes = { kyc_document: { before: document.name, after: '' } }
  writeAudit(ctx, { action: 'kyc.remove-document', objectRef: ctx.owner.merchantId, result: 'done', changes })
}

/** Hands it in. @throws Fault `invalidRequest` with each thing that is missing. */
export async function submit(ctx: Ctx): Promise<void> {
  const found = await editable(ctx)
  const missing = missingOf(found.company, await listDocuments(ctx))
  if (missing.length > 0)
    throw new Fault('invalidRequest', {
      errors: missing.map((path): FieldError => ({ path, reason: 'required', text: 'This is needed.' })),
    })
  await moveKyc(ctx, 'submit')
  await noteCase(ctx, { submitted_at: ctx.now, note: '' })
  const changes = { kyc_status: { before: found.kyc_status, after: 'SUBMITTED' } }
  await tellChanges(ctx, changes)
  await publishKycWebhook(ctx, { from: found.kyc_status, to: 'SUBMITTED', note: '' })
  writeAudit(ctx, { action: 'kyc.submit', objectRef: ctx.owner.merchantId, result: 'done', changes })
}

/** Locks it, if it is the merchant's turn. */
export async function editable(ctx: Ctx) {
  const found = await lockCase(ctx)
  if (!kycStates.can(found.kyc_status, 'submit')) throw new Fault('wrongState')
  return found
}

/** The missing fields and documents. A refused document counts as missing. */
function missingOf(company: KycCompany, documents: Awaited<ReturnType<typeof listDocuments>>): string[] {
  const fields = kycNeeded.filter((field) => !company[field]?.trim())
  const kinds = (Object.keys(kycDocumentKinds) as (keyof typeof kycDocumentKinds)[]).filter(
    (kind) => kycDocumentKinds[kind].required && !documents.some((one) => one.kind === kind && one.state !== 'refused'),
  )
  return [...fields, ...kinds]
}
