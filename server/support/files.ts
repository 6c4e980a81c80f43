import { Fault } from '#contract/faults.ts'
import type { UploadedFile } from '#contract/kit/file.ts'
import { limits } from '#contract/limits.ts'
import type { SupportFile } from '#contract/support.ts'
import { cleanDocument } from '#server/kit/files/clean-document.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { isUuid, newId } from '#server/kit/db/id.ts'
import type { Whose } from './whose.ts'

interface CleanFile {
  name: string
  type: SupportFile['type']
  content: Buffer
}

/**
 * A file made safe to keep, as slips are: a picture is drawn anew, a document stays as it is. Slow, so outside transactions.
 */
export async function cleanFile(file: UploadedFile): Promise<CleanFile> {
  const { type, content } = await cleanDocument(Buffer.from(await file.bytes()))
  const name = file.name.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '').slice(-120) || 'file'
  return { name: type === 'image/png' ? name.replace(/\.\w+$/, '.png') : name, type, content }
}

/** Stores a file for the next message, and deletes the oldest when too many wait. Index: support_files_waiting. */
export async function saveFile(ctx: Ctx, { user }: Whose, file: CleanFile): Promise<SupportFile> {
  const fileId = newId()
  const size_bytes = file.content.length
  await ctx.own
    .insert('support_files', {
      file_id: fileId,
      sub_user_id: user.subUserId,
      ticket_ref: null,
      message_id: null,
      ...file,
      size_bytes,
      created_at: ctx.now,
    })
    .execute()
  ctx.auditSubject(fileId)
  const tooMany = ctx.own
    .select('support_files')
    .select('file_id')
    .where('sub_user_id', '=', user.subUserId)
    .where('ticket_ref', 'is', null)
    .orderBy('file_id', 'desc')
    .offset(limits.ticketFilesWaiting)
  ctx.write(ctx.own.delete('support_files').where('file_id', 'in', tooMany))
  return { file_id: fileId, name: file.name, type: file.type, size_bytes }
}

/**
 * Attaches waiting files to their uploader's message. Throws `notFound` when one is not waiting, and `tooMany` beyond the
 * limit of the ticket; then none is attached.
 */
export async function takeFiles(
  ctx: Ctx,
  user: User,
  { ticketRef, messageId, fileIds }: { ticketRef: string; messageId: string; fileIds: readonly string[] },
): Promise<void> {
  const wanted = new Set(fileIds)
  if (wanted.size === 0) return
  if (![...wanted].every(isUuid)) throw new Fault('notFound')
  const { there } = await ctx.own
    .select('support_files')
    .select(({ fn }) => fn.countAll<bigint>().as('there'))
    .where('ticket_ref', '=', ticketRef)
    .executeTakeFirstOrThrow()
  if (Number(there) + wanted.size > limits.ticketFiles) throw new Fault('tooMany')
  const taken = await ctx.own
    .update('support_files')
    .set({ ticket_ref: ticketRef, message_id: messageId })
    .where('file_id', 'in', [...wanted])
    .where('sub_user_id', '=', user.subUserId)
    .where('ticket_ref', 'is', null)
    .returning('file_id')
    .execute()
  if (taken.length !== wanted.size) throw new Fault('notFound')
}

/** A file of a ticket that the user may see, or one that waits for the user's next message. Index: primary key. */
export async function readFile(ctx: Ctx, { user, all }: Whose, fileId: string) {
  if (!isUuid(fileId)) return undefined
  return ctx.db
    .selectFrom('support_files as f')
    .leftJoin('support_tickets as t', (join) =>
      join
        .on('t.merchant_id', '=', ctx.owner.merchantId)
        .onRef('t.environment', '=', 'f.environment')
        .onRef('t.ticket_ref', '=', 'f.ticket_ref'),
    )
    .select(['f.name', 'f.type', 'f.content'])
    .where('f.merchant_id', '=', ctx.owner.merchantId)
    .where('f.environment', '=', ctx.owner.environment)
    .where('f.file_id', '=', fileId)
    .where((where) =>
      where.or([
        where.and([where('f.ticket_ref', 'is', null), where('f.sub_user_id', '=', user.subUserId)]),
        where('t.created_by_id', '=', user.subUserId),
        ...(all ? [where('t.ticket_ref', 'is not', null)] : []),
      ]),
    )
    .executeTakeFirst()
}
