import { amountWithCode } from '#checkout/amount.ts'
import { paidBy, receiptLines } from '#checkout/receipt-lines.ts'
import { momentText } from '#i18n/moment.ts'
import type { Receipt } from '#checkout/receipt-view.ts'
import { fill } from '#i18n/fill.ts'
import type { Language } from '#i18n/languages.ts'
import { textsOf } from '#server/kit/texts.ts'
import { mailOf, mailTexts, oneLine, type Mail } from '#server/messages/mail-text.ts'

/** A refund as its mail tells it. `refundedMinor`: what had gone back with it, in all. */
export interface RefundTold {
  amountMinor: bigint
  refundedMinor: bigint
  at: Date
}

export type ReceiptKind = 'paid' | 'part' | 'whole'

/** What a mail is about: the payment, or that a refund of it leaves some of it or nothing. */
export function receiptKind({ amountMinor }: Receipt, refund: RefundTold | undefined): ReceiptKind {
  if (!refund) return 'paid'
  return refund.refundedMinor < amountMinor ? 'part' : 'whole'
}

/** The mail that tells a shopper of a payment, or of a refund of it. `link`: the receipt's page, or empty. */
export function receiptMail(
  receipt: Receipt,
  { language, link, refund }: { language: Language; link: string; refund: RefundTold | undefined },
): Mail {
  const texts = mailTexts[language].receipts
  const { page } = pageTexts[language]
  const amountOf = (minor: bigint) => apart(amountWithCode(minor, receipt.currency, language))
  const line = (label: string, text: string) => fill(texts.line, { label, text: apart(oneLine(text)) })
  const facts = receiptLines(receipt, language, page).map(({ label, text }) => line(label, text))
  const refunded = refund && [
    line(texts.refunded, amountWithCode(refund.amountMinor, receipt.currency, language)),
    line(texts.refundedOn, momentText(refund.at, language, receipt.timeZone)),
  ]
  return mailOf(language, texts[receiptKind(receipt, refund)], {
    merchant: apart(oneLine(receipt.merchant.name)),
    amount: amountOf(receipt.amountMinor),
    method: apart(paidBy(receipt.method, page)),
    refund: amountOf(refund?.amountMinor ?? 0n),
    left: amountOf(receipt.amountMinor - (refund?.refundedMinor ?? 0n)),
    facts: [...(refunded ?? []), ...facts].join('\n'),
    view: link && fill(texts.view, { link }),
    test: receipt.environment === 'sandbox' ? texts.test : '',
  })
}
const pageTexts = textsOf('checkout')

/** Keeps a text from turning the words around it, whichever way its own letters run. */
const apart = (text: string) => `\u2068${text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/gu, '')}\u2069`
