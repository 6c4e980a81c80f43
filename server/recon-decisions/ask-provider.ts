import { defaultLanguage } from '#i18n/languages.ts'
import { Fault } from '#contract/faults.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { mailOf, mailTexts, oneLine, quoted } from '#server/messages/mail-text.ts'
import { sendMessage } from '#server/messages/send.ts'
import { evidenceOf } from '#server/recon-records/evidence.ts'

/** Mails the provider what is known of a record: its references, both sides of its match, and the line of the file. Throws `notFound`. */
export async function askProvider(ctx: Ctx, recordRef: string, { to, message = '' }: { to: string; message?: string | undefined }): Promise<{ sent_to: string }> {
  const record = await evidenceOf(ctx, recordRef, undefined)
  const { name } = await merchantOf(ctx)
  if (!ctx.user) throw new Fault('sessionLost')
  const sides = record.members
    .map((one) => `${one.data_source}: ${one.transaction_id || one.merchant_order_ref} ${one.amount ?? one.net ?? ''} ${one.currency}`)
    .join('\n')
  await sendMessage(ctx, {
    way: 'email',
    to,
    ...mailOf(defaultLanguage, mailTexts[defaultLanguage].reconQuestion, {
      merchant: quoted(name, 100),
      reference: quoted(record.transaction_id || record.merchant_order_ref, 100),
      difference: `${record.amount_mismatch} ${record.currency}`,
      records: sides,
      file: quoted(record.file ? `${record.file.file_name}, ${record.file.row_no}` : '-', 200),
      message: oneLine(message),
      person: quoted(ctx.user.name, 100),
      address: ctx.user.email,
    }),
    about: { type: 'recon_question', ref: recordRef },
  })
  ctx.auditSubject(recordRef, madeAs({ sent_to: to, message }))
  return { sent_to: to }
} // prettier-ignore
