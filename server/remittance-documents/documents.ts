import { Fault } from '#contract/faults.ts'
import type { UploadedFile } from '#contract/kit/file.ts'
import { limits } from '#contract/limits.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import type { addRemittanceDocument } from '#contract/remittance-documents.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid, newId } from '#server/kit/db/id.ts'
import { cleanDocument, documentName } from '#server/kit/files/clean-document.ts'
import { merchantKeys, openSealedBytes, remittanceDocumentPlace, seal } from '#server/kit/secrets/vault.ts'
import { endHolds } from '#server/remittances/end-holds.ts'
import { lockRemittance } from '#server/remittances/rows.ts'

type Document = Output<typeof addRemittanceDocument>
type Kind = Input<typeof addRemittanceDocument>['body']['kind']
type CleanFile = Pick<Document, 'name' | 'type'> & { content: Buffer }

/** A file made safe to keep. Slow, so outside transactions. Throws `invalidFile` for a file other than JPG, PNG and PDF. */
export async function cleanFile(file: UploadedFile, kind: Kind): Promise<CleanFile> {
  const { type, content } = await cleanDocument(Buffer.from(await file.bytes()))
  const name = documentName(file.name) || kind
  return { name: type === 'image/png' ? name.replace(/\.\w+$/, '.png') : name, type, content }
}

/** Adds a document, sealed for its place, and ends the hold of a settlement that lacks one. Throws `notFound`, and `tooMany` beyond twenty. */
export async function addDocument(ctx: Ctx, settlementRef: string, kind: Kind, file: CleanFile): Promise<Document> {
  const row = await lockRemittance(ctx, settlementRef)
  if (!row) throw new Fault('notFound')
  if ((await listDocuments(ctx, settlementRef)).length >= limits.remittanceDocuments) throw new Fault('tooMany')
  const documentId = newId()
  const { merchantId, environment } = ctx.owner
  const { name, type, content } = file
  const document: Document = {
    document_id: documentId,
    kind,
    name,
    type,
    size_bytes: content.length,
    added_by: userOf(ctx).name,
    created_at: ctx.now,
  }
  await ctx.own
    .insert('remittance_documents', {
      ...document,
      settlement_ref: settlementRef,
      content_sealed: seal(
        await merchantKeys(ctx),
        content,
        remittanceDocumentPlace(merchantId, environment, documentId),
      ),
    })
    .execute()
  await endHolds(ctx, row, ['document_missing'])
  ctx.auditSubject(settlementRef, { document: { before: '', after: name } })
  return document
}

/** The documents of a settlement without their contents, oldest first. Index: remittance_documents_of_settlement. */
export const listDocuments = (ctx: Ctx, settlementRef: string): Promise<Document[]> =>
  ctx.own
    .select('remittance_documents')
    .select(['document_id', 'kind', 'name', 'type', 'size_bytes', 'added_by', 'created_at'])
    .where('settlement_ref', '=', settlementRef)
    .orderBy('document_id')
    .limit(limits.remittanceDocuments)
    .execute()

/** A document of a settlement, opened; undefined when there is none. Index: primary key. */
export async function openDocument(
  ctx: Ctx,
  settlementRef: string,
  documentId: string,
): Promise<CleanFile | undefined> {
  if (!isUuid(documentId)) return undefined
  const row = await ctx.own
    .select('remittance_documents')
    .select(['name', 'type', 'content_sealed'])
    .where('document_id', '=', documentId)
    .where('settlement_ref', '=', settlementRef)
    .executeTakeFirst()
  if (!row) return undefined
  const { merchantId, environment } = ctx.owner
  const place = remittanceDocumentPlace(merchantId, environment, documentId)
  return {
    name: row.name,
    type: row.type,
    content: openSealedBytes(await merchantKeys(ctx), row.content_sealed, place),
  }
}
