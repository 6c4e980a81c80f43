import { Fault } from '#contract/faults.ts'
import type { KycCompany, KycDocument, KycDocumentKind } from '#contract/kyc.ts'
import { kycStates, type KycStatus } from '#contract/merchants.ts'
import { isUuid, newId } from '#server/kit/db/id.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { kycDocumentPlace, merchantKeys, openSealedBytes, seal } from '#server/kit/secrets/vault.ts'

/** The merchant's KYC case, locked until the commit. A merchant without one gets an empty one. */
export async function lockCase(ctx: Ctx) {
  await ctx.own
    .insert('kyc_cases', {
      link_expires_at: null,
      link_sent_at: null,
      submitted_at: null,
      reviewed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await ctx.db
    .selectFrom('kyc_cases as k')
    .innerJoin('merchants as m', (join) => join.on('m.merchant_id', '=', ctx.owner.merchantId))
    .select(['m.kyc_status', 'k.company', 'k.link_round', 'k.link_expires_at', 'k.link_sent_at'])
    .where('k.merchant_id', '=', ctx.owner.merchantId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Fault('notFound')
  return row
}

/** The merchant's KYC, for reading; the columns of its case are null before it has begun. Index: primary keys. */
export const findCase = (ctx: Ctx) =>
  ctx.db
    .selectFrom('merchants as m')
    .leftJoin('kyc_cases as k', (join) => join.on('k.merchant_id', '=', ctx.owner.merchantId))
    .select([
      'm.name as merchant_name',
      'm.country',
      'm.kyc_status',
      'k.company',
      'k.note',
      'k.submitted_at',
      'k.reviewed_at',
    ])
    .where('m.merchant_id', '=', ctx.owner.merchantId)
    .executeTakeFirst()

/** Moves the KYC of the merchant by one action. Guarantee: a guarded update; of many at once, one does. */
export async function moveKyc(ctx: Ctx, action: keyof typeof kycStates.actions): Promise<KycStatus> {
  const { from, to } = kycStates.actions[action]
  const moved = await ctx.own
    .update('merchants')
    .set((row) => ({ kyc_status: to, revision: row('revision', '+', 1) }))
    .where('kyc_status', 'in', from)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new Fault('wrongState')
  return to
}

/** Changes the facts beside the state. The caller holds the row by {@link lockCase}. */
export async function noteCase(
  ctx: Ctx,
  noted: { company?: KycCompany; note?: string; submitted_at?: Date; reviewed_at?: Date; reviewed_by?: string },
): Promise<void> {
  const { company, ...rest } = noted
  await ctx.own
    .update('kyc_cases')
    .set({ ...rest, ...(company && { company: JSON.stringify(company) }) })
    .execute()
}

/** The documents without their contents, oldest first. Index: primary key. */
export const listDocuments = (ctx: Ctx) =>
  ctx.own
    .select('kyc_documents')
    .select(['document_id', 'kind', 'name', 'type', 'size_bytes', 'state', 'reason', 'created_at'])
    .orderBy('document_id')
    .execute()

/** Stores a document, sealed for its place. */
export async function insertDocument(
  ctx: Ctx,
  kind: KycDocumentKind,
  { name, type, content }: { name: string; type: KycDocument['type']; content: Buffer },
): Promise<void> {
  const documentId = newId()
  const { merchantId } = ctx.owner
  await ctx.own
    .insert('kyc_documents', {
      document_id: documentId,
      kind,
      name,
      type,
      size_bytes: content.length,
      content_sealed: seal(await merchantKeys(ctx), content, kycDocumentPlace(merchantId, documentId)),
      created_at: ctx.now,
    })
    .execute()
}

/** A document opened; undefined when absent or not the merchant's. */
export async function openDocument(ctx: Ctx, documentId: string) {
  if (!isUuid(documentId)) return undefined
  const row = await ctx.own
    .select('kyc_documents')
    .select(['name', 'type', 'content_sealed'])
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (!row) return undefined
  const place = kycDocumentPlace(ctx.owner.merchantId, documentId)
  return {
    name: row.name,
    type: row.type,
    content: openSealedBytes(await merchantKeys(ctx), row.content_sealed, place),
  }
}

/** Deletes a document. @returns its name; undefined when there is none, or it was accepted. */
export async function deleteDocument(ctx: Ctx, documentId: string): Promise<{ name: string } | undefined> {
  if (!isUuid(documentId)) return undefined
  return ctx.own
    .delete('kyc_documents')
    .where('document_id', '=', documentId)
    .where('state', '!=', 'accepted')
    .returning('name')
    .executeTakeFirst()
}

/** Records the review's judgement of a document; false where there is none. */
export async function judgeDocument(
  ctx: Ctx,
  documentId: string,
  judgement: { state: 'accepted' | 'refused'; reason: string },
): Promise<boolean> {
  if (!isUuid(documentId)) return false
  const judged = await ctx.own
    .update('kyc_documents')
    .set(judgement)
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return judged.numUpdatedRows === 1n
}
