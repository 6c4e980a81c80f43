import { intakeLimits as limits } from '#contract/recon-intake-limits.ts'
import type { ArrivalReason, ArrivalState } from '#contract/recon-intake-shapes.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { allowLonger } from '#server/kit/db/longer-transaction.ts'
import { notify } from '#server/notifications/notify.ts'
import { bringIn } from './bring-in.ts'
import { confirmationIn } from './confirmation.ts'
import { changeMail, endMail, findMail, type FoundMail } from './mails.ts'
import { fits } from './name-pattern.ts'
import { changeIntake, expectChannel, findIntake, listSchedules, settlementsOf, type FoundIntake } from './queries.ts'
import { mayBeFile, nameOf, type ReadMail } from './read-mail.ts'

/**
 * Says what becomes of a mail: its attachments are taken when the channel's sender wrote it or a person has accepted it, else they wait.
 * A mail without any may confirm a forwarding. Nothing is ever answered.
 */
export async function settleMail(ctx: Ctx, mailId: string, read: ReadMail | null): Promise<void> {
  const mail = await findMail(ctx, mailId, { lock: true })
  const intake = mail && (await findIntake(ctx, mail.channel_key))
  if (!intake || (mail.state !== 'received' && mail.state !== 'accepted')) return
  noteChange(ctx, 'recon_intake', mail.channel_key)
  if (!read) return refuse(ctx, mail, 'unreadable')
  const { head } = read
  const sender = head.from.length === 1 ? (head.from[0] ?? '').slice(0, 254) : ''
  const told = { ...mail, sender, subject: head.subject.replaceAll('\0', '').slice(0, 250) }
  await changeMail(ctx, mailId, { sender, subject: told.subject })
  const files = read.files.filter(mayBeFile)
  if (files.length === 0) return withoutFiles(ctx, told, read)
  const isTrusted = mail.state === 'accepted' || (sender !== '' && sender === intake.merchant_psp_email)
  if (isTrusted) return takeAll(ctx, told, intake, files)
  for (const [place, file] of files.entries())
    await insert(ctx, told, { ...shown(file, place), place, state: 'waiting' })
  await changeMail(ctx, mailId, { state: 'waiting' })
  const { name: channel } = await expectChannel(ctx, mail.channel_key)
  const once = `${mail.channel_key} ${sender} ${ctx.now.toISOString().slice(0, 10)}`
  const facts = { channel, channel_key: mail.channel_key, sender: sender || '?', files: String(files.length) }
  await notify(ctx, 'recon_unknown_sender', facts, { once })
}
type File = ReadMail['files'][number]

async function takeAll(ctx: Ctx, mail: FoundMail, intake: FoundIntake, files: readonly File[]): Promise<void> {
  await allowLonger(ctx.tx, 120)
  await ctx.own.delete('recon_arrivals').where('mail_id', '=', mail.mail_id).where('state', '=', 'waiting').execute()
  const schedules = await listSchedules(ctx, mail.channel_key)
  for (const [place, file] of files.entries()) {
    const { name, size } = shown(file, place)
    const fitting = schedules.find(({ file_prefix }) => file_prefix !== '' && fits(file_prefix, name))
    const parts = () => pieces(file.bytes)
    const { channel_key: channelKey } = intake
    const brought = { name, channelKey, source: fitting?.source ?? null, way: 'mail' as const, size, parts }
    const { reconId, source } = await bringIn(ctx, brought)
    await insert(ctx, mail, { name, size, place, source, state: 'taken', reconId })
  }
  await endMail(ctx, mail.mail_id, 'taken', '', mail.decided_by)
}

/** The same bytes in pieces of a megabyte. */
async function* pieces(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  const bytes = Buffer.concat(chunks)
  for (let at = 0; at < bytes.length; at += limits.partBytes)
    yield await Promise.resolve(bytes.subarray(at, at + limits.partBytes))
}

async function withoutFiles(ctx: Ctx, mail: FoundMail, read: ReadMail): Promise<void> {
  const confirmation = confirmationIn(read.head)
  if (!confirmation) return refuse(ctx, mail, read.files.length > 0 ? 'not_a_file' : 'no_attachment')
  await changeIntake(ctx, mail.channel_key, {
    confirmation_code: confirmation.code,
    confirmation_link: confirmation.link,
    confirmation_at: ctx.now,
  })
  await insert(ctx, mail, {
    name: mail.subject,
    size: mail.size_bytes,
    place: 0,
    state: 'taken',
    reason: 'confirmation',
  })
  await endMail(ctx, mail.mail_id, 'taken', 'confirmation')
}

async function refuse(ctx: Ctx, mail: FoundMail, reason: ArrivalReason): Promise<void> {
  await endMail(ctx, mail.mail_id, 'refused', reason)
  if (mail.state !== 'accepted')
    await insert(ctx, mail, { name: mail.subject, size: mail.size_bytes, place: 0, state: 'refused', reason })
}

const shown = (file: File, place: number) => ({ name: nameOf(file, place), size: file.size })

interface ToInsert {
  name: string
  size: number
  place: number
  state: ArrivalState
  reason?: ArrivalReason
  source?: string
  reconId?: string
}
async function insert(ctx: Ctx, mail: FoundMail, { size, reconId = '', ...row }: ToInsert): Promise<void> {
  await ctx.own
    .insert('recon_arrivals', {
      reason: '',
      source: settlementsOf(mail.channel_key),
      ...row,
      arrival_id: newId(),
      channel_key: mail.channel_key,
      way: 'mail',
      origin: mail.sender,
      size_bytes: BigInt(size),
      mail_id: mail.mail_id,
      decided_by: mail.decided_by,
      recon_id: reconId,
      at: mail.received_at,
    })
    .execute()
}
