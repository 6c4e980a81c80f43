import { defaultLanguage } from '#i18n/languages.ts'
import { Fault } from '#contract/faults.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { mailOf, mailTexts, quoted } from '#server/messages/mail-text.ts'
import { sendMessage } from '#server/messages/send.ts'
import { evidenceOf } from '#server/recon-records/evidence.ts'

/** Mails the provider what is known of a record: its references, both sides of its match, and the line of the file. Throws `notFound`. */
export async function askProvider(ctx: Ctx, recordRef: string, { to, message = '' }: { to: string; message?: string | undefined }): Promise<{ sent_to: string }> {
  const record = await evidenceOf(ctx, recordRef, undefined)
  const { name } = await merchantOf(ctx)
  if (!ctx.user) throw new Fault('sessionLost')
  const sides = record.members.map((one) =>
    `${one.data_source}: ${[one.transaction_id || one.merchant_order_ref, one.record_type, one.transaction_date ?? one.settlement_date ?? '', one.amount ?? one.net ?? '', one.currency]
      .map((text) => quoted(text, 100)).filter(Boolean).join(' ')}`) // prettier-ignore
  await sendMessage(ctx, {
    way: 'email',
    to,
    ...mailOf(defaultLanguage, mailTexts[defaultLanguage].reconQuestion, {
      merchant: quoted(name, 100),
      reference: quoted(record.transaction_id || record.merchant_order_ref, 100),
      ...differencesOf(record),
      records: sides.join('\n'),
      file: quoted(record.file ? `${record.file.file_name}, ${record.file.row_no}` : '-', 200),
      message: quoted(message, 2_000),
      person: quoted(ctx.user.name, 100),
      address: ctx.user.email,
    }),
    about: { type: 'recon_question', ref: recordRef },
  })
  ctx.auditSubject(recordRef, madeAs({ sent_to: to, message }))
  return { sent_to: to }
} // prettier-ignore

/** Theirs less ours; of a record alone all of it. */
function differencesOf({ members, amount_mismatch, fee_mismatch, tax_mismatch, amount, net, currency, net_currency }: Evidence) {
  const isAlone = members.length < 2
  const whole = amount ?? net ?? '0'
  const less = whole.startsWith('-') ? whole.slice(1) : `-${whole}`
  return {
    amount: isAlone ? (members.some(({ side }) => side === 'b') ? whole : less) : amount_mismatch,
    fee: fee_mismatch,
    tax: tax_mismatch,
    currency: currency || net_currency,
  }
} // prettier-ignore
type Evidence = Awaited<ReturnType<typeof evidenceOf>>
