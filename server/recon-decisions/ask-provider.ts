import { fill } from '#i18n/fill.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/recon-exceptions.ts'
import { amountWithCurrency } from '#server/fees/amounts.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { mailOf, mailTexts, quoted } from '#server/messages/mail-text.ts'
import { sendMessage } from '#server/messages/send.ts'
import { evidenceOf } from '#server/recon-records/evidence.ts'
import { chosenLeads } from './choose.ts'

type Asked = Input<typeof contract.askProvider>['body']
const texts = mailTexts[defaultLanguage]

/**
 * Mails the provider what is known of some records: their references, both sides of their matches, and the lines of the files. Each keeps the
 * question among its comments. Throws `notFound`, and `invalidRequest` for more than one mail can hold.
 */
export async function askProvider(ctx: Ctx, { to, message = '', ...chosen }: Asked): Promise<Output<typeof contract.askProvider>> {
  if (!ctx.user) throw new Fault('sessionLost')
  const { leads } = await chosenLeads(ctx, chosen)
  if (leads.length > limits.reconAskedAtOnce) throw fieldFault('invalidRequest', chosen.filters ? 'filters' : 'record_refs', 'too_many')
  const found: Evidence[] = []
  const parts: string[] = []
  for (const { record_ref } of leads) {
    const one = await evidenceOf(ctx, record_ref, undefined)
    found.push(one)
    parts.push(await partOf(ctx, one))
  }
  const [record] = found
  if (!record) throw new Fault('notFound')
  const isOne = found.length === 1
  const messageId = await sendMessage(ctx, {
    way: 'email',
    to,
    ...mailOf(defaultLanguage, isOne ? texts.reconQuestion : texts.reconQuestions, {
      merchant: quoted((await merchantOf(ctx)).name, 100),
      ...(isOne ? { reference: referenceOf(record) } : { count: found.length }),
      records: parts.join('\n\n'),
      message: quoted(message, 2_000),
      person: quoted(ctx.user.name, 100),
      address: ctx.user.email,
    }),
    about: { type: 'recon_question', ref: isOne ? record.record_ref : '*' },
  })
  const said = { text: message, written_by: ctx.actor.name, at: ctx.now, message_id: messageId }
  await ctx.own.insert('recon_comments', leads.map(({ msm_id, group_id }) => ({ comment_id: newId(), msm_id, group_id, ...said }))).execute()
  ctx.auditSubject(isOne ? record.record_ref : '*', madeAs({ sent_to: to, message, records: found.length }))
  return { sent_to: to, records: found.length }
} // prettier-ignore

type Evidence = Awaited<ReturnType<typeof evidenceOf>>
const referenceOf = ({ transaction_id, merchant_order_ref }: Evidence) =>
  quoted(transaction_id || merchant_order_ref, 100)

/** What the mail says of one record: both sides, and the line of the provider's file, of a match too that our side stands for. */
async function partOf(ctx: Ctx, record: Evidence): Promise<string> {
  const sides = record.members.map((one) => {
    const amount = one.amount ?? one.net
    const said = [one.transaction_id || one.merchant_order_ref, one.record_type, one.transaction_date ?? one.settlement_date ?? '', amount === null ? '' : amountWithCurrency(amount, one.currency)]
    return `${one.data_source}: ${said.map((text) => quoted(text, 100)).filter(Boolean).join(' ')}`
  })
  const theirs = record.members.find(({ side }) => side === 'b')
  const file = theirs && (theirs.record_ref === record.record_ref ? record : await evidenceOf(ctx, theirs.record_ref, undefined)).file
  const line = file ? [fill(texts.reconQuestioned.line, { file: quoted(file.file_name, 200), row: file.row_no })] : []
  return [...sides, fill(texts.reconQuestioned.figures, differencesOf(record)), ...line].join('\n')
} // prettier-ignore

/** Theirs less ours; of a record alone all of it. */
function differencesOf({ members, amount_mismatch, fee_mismatch, tax_mismatch, amount, net, currency, net_currency }: Evidence) {
  const isAlone = members.length < 2
  const whole = amount ?? net ?? '0'
  const less = whole.startsWith('-') ? whole.slice(1) : `-${whole}`
  const of = (text: string) => amountWithCurrency(text, currency || net_currency)
  return {
    amount: of(isAlone ? (members.some(({ side }) => side === 'b') ? whole : less) : amount_mismatch),
    fee: of(fee_mismatch),
    tax: of(tax_mismatch),
  }
} // prettier-ignore
