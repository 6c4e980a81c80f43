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

/** As slips are kept: a picture drawn anew, a document as it came. Slow work, before any transaction. */
export async function cleanFile(file: UploadedFile): Promise<CleanFile> {
  const { type, content } = await cleanDocument(Buffer.from(await file.bytes()))
  const name = file.name.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '').slice(-120) || 'file'
  return { name: type === 'image/png' ? name.replace(/\.\w+$/, '.png') : name, type, content }
}

/** Keeps a file for the message to come, in place of the oldest when too many wait. Index: support_files_waiting. */
export async function saveFile(ctx: Ctx, { user }: Whose, file: CleanFile): Promise<SupportFile> {
  const fileId = newId()
  const { merchantId: merchant_id, environment } = ctx.owner
  const size_bytes = file.content.length
  await ctx.db
    .insertInto('support_files')
    .values({
      merchant_id,
      environment,
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
  await ctx.tx.query(
    `delete from support_files where merchant_id = $1 and environment = $2 and file_id in (
       select file_id from support_files where merchant_id = $1 and environment = $2 and sub_user_id = $3 and ticket_ref is null
       order by file_id desc offset $4)`,
    [merchant_id, environment, user.subUserId, limits.ticketFilesWaiting],
  )
  return { file_id: fileId, name: file.name, type: file.type, size_bytes }
}

/**
 * Puts files that wait for their uploader's message under it. `notFound` when one is not among those, `tooMany` when the
 * ticket has its most; then none is.
 */
export async function takeFiles(
  ctx: Ctx,
  user: User,
  { ticketRef, messageId, fileIds }: { ticketRef: string; messageId: string; fileIds: readonly string[] },
): Promise<void> {
  const wanted = new Set(fileIds)
  if (wanted.size === 0) return
  if (![...wanted].every(isUuid)) throw new Fault('notFound')
  const { there } = await ctx.db
    .selectFrom('support_files')
    .select(({ fn }) => fn.countAll<bigint>().as('there'))
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
    .where('ticket_ref', '=', ticketRef)
    .executeTakeFirstOrThrow()
  if (Number(there) + wanted.size > limits.ticketFiles) throw new Fault('tooMany')
  const taken = await ctx.db
    .updateTable('support_files')
    .set({ ticket_ref: ticketRef, message_id: messageId })
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
    .where('file_id', 'in', [...wanted])
    .where('sub_user_id', '=', user.subUserId)
    .where('ticket_ref', 'is', null)
    .returning('file_id')
    .execute()
  if (taken.length !== wanted.size) throw new Fault('notFound')
}

/** A file of a ticket that is theirs to see, or that waits for a message of theirs. Index: primary key. */
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
