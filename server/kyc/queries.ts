import { Fault } from '#contract/faults.ts'
import type { KycCompany, KycDocument, KycDocumentKind } from '#contract/kyc.ts'
import { kycStates, type KycStatus } from '#contract/merchants.ts'
import { newId } from '#server/kit/db/id.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { kycDocumentPlace, merchantKeys, openSealedBytes, seal } from '#server/kit/secrets/vault.ts'

/** What there is of the merchant's KYC; a merchant that has none gets an empty one. Locked until the commit. */
export async function lockCase(ctx: Ctx) {
  await ctx.db
    .insertInto('kyc_cases')
    .values({
      merchant_id: ctx.owner.merchantId,
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

/** What there is of the merchant's KYC, begun or not, for reading. Index: primary keys. */
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
  const moved = await ctx.db
    .updateTable('merchants')
    .set((row) => ({ kyc_status: to, revision: row('revision', '+', 1) }))
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('kyc_status', 'in', from)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new Fault('wrongState')
  return to
}

/** Changes what is noted beside the state. The row is the caller's since {@link lockCase}. */
export async function noteCase(
  ctx: Ctx,
  noted: { company?: KycCompany; note?: string; submitted_at?: Date; reviewed_at?: Date; reviewed_by?: string },
): Promise<void> {
  const { company, ...rest } = noted
  await ctx.db
    .updateTable('kyc_cases')
    .set({ ...rest, ...(company && { company: JSON.stringify(company) }) })
    .where('merchant_id', '=', ctx.owner.merchantId)
    .execute()
}

/** The documents without what is in them, oldest first. Index: primary key. */
export const listDocuments = (ctx: Ctx) =>
  ctx.db
    .selectFrom('kyc_documents')
    .select(['document_id', 'kind', 'name', 'type', 'size_bytes', 'state', 'reason', 'created_at'])
    .where('merchant_id', '=', ctx.owner.merchantId)
    .orderBy('document_id')
    .execute()

/** Keeps a document, sealed for its place. */
export async function insertDocument(
  ctx: Ctx,
  kind: KycDocumentKind,
  { name, type, content }: { name: string; type: KycDocument['type']; content: Buffer },
): Promise<void> {
  const documentId = newId()
  const { merchantId } = ctx.owner
  await ctx.db
    .insertInto('kyc_documents')
    .values({
      merchant_id: merchantId,
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
  const row = await ctx.db
    .selectFrom('kyc_documents')
    .select(['name', 'type', 'content_sealed'])
    .where('merchant_id', '=', ctx.owner.merchantId)
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

/** Takes a document away, and gives its name; undefined when there is none, or it was accepted. */
export async function deleteDocument(ctx: Ctx, documentId: string): Promise<{ name: string } | undefined> {
  if (!isUuid(documentId)) return undefined
  return ctx.db
    .deleteFrom('kyc_documents')
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('document_id', '=', documentId)
    .where('state', '!=', 'accepted')
    .returning('name')
    .executeTakeFirst()
}

/** Says of documents what the review has found. */
export async function judgeDocument(
  ctx: Ctx,
  documentId: string,
  judgement: { state: 'accepted' | 'refused'; reason: string },
): Promise<boolean> {
  if (!isUuid(documentId)) return false
  const judged = await ctx.db
    .updateTable('kyc_documents')
    .set(judgement)
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return judged.numUpdatedRows === 1n
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
