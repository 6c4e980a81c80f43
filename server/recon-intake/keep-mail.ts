import { intakeLimits as limits } from '#contract/recon-intake-limits.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { newId } from '#server/kit/db/id.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { readReconMail } from './mail-job.ts'
import type { Mailbox } from './mail-server.ts'
import { changeMail, endMail } from './mails.ts'
import { keepPart } from './places.ts'

/**
 * Keeps a mail as it comes, a part at a time, and has it read once it is whole. False for one that is too large; of that nothing is
 * kept. A mail that breaks off is let go by the sweep.
 */
export async function keepMail(
  parts: { database: Database; services: Services; now(): Date },
  { channelKey, ...owner }: Mailbox,
  stream: AsyncIterable<Buffer>,
): Promise<boolean> {
  const mailId = newId()
  const write = <T>(work: (ctx: Ctx) => Promise<T>) =>
    ownTransaction(parts, owner, { requestId: `mail:${mailId}` }, work)
  await write(async (ctx) => {
    const row = { mail_id: mailId, channel_key: channelKey, state: 'coming' as const }
    await ctx.own.insert('recon_mails', { ...row, received_at: ctx.now, updated_at: ctx.now }).execute()
  })
  let [size, place] = [0, 0]
  let pending: Buffer[] = []
  let pendingBytes = 0
  const flush = async () => {
    const bytes = Buffer.concat(pending)
    ;[pending, pendingBytes] = [[], 0]
    if (bytes.length > 0) await write((ctx) => keepPart(ctx, mailId, place++, bytes))
  }
  for await (const piece of stream) {
    size += piece.length
    // What is too large is read to its end, as the protocol wants it, and not kept.
    if (size > limits.mailBytes) continue
    pending.push(piece)
    pendingBytes += piece.length
    if (pendingBytes >= limits.partBytes) await flush()
  }
  if (size > limits.mailBytes) {
    await write(async (ctx) => {
      await endMail(ctx, mailId, 'refused', 'too_large')
      await changeMail(ctx, mailId, { size_bytes: Math.min(size, 2_147_483_647) })
    })
    return false
  }
  await flush()
  await write(async (ctx) => {
    await changeMail(ctx, mailId, { state: 'received', size_bytes: size, parts: place })
    ctx.enqueue(readReconMail, { mailId })
  })
  return true
}
