import { momentText } from '#i18n/moment.ts'
import { wayOf } from '#contract/methods.ts'
import { type Language } from '#i18n/languages.ts'
import { amountWithCode } from './amount.ts'
import { brandName } from './card-brands.ts'
import type { Receipt, ReceiptMethod } from './receipt-view.ts'
import type { PageTexts } from './texts.ts'

/** A fact of a receipt: what it is called, and its text. `figures` run left to right in every language. */
export interface ReceiptLine {
  label: string
  text: string
  figures: boolean
}

/** The facts of a payment as its receipt lists them, without those that are empty. */
export function receiptLines(receipt: Receipt, language: Language, texts: PageTexts): ReceiptLine[] {
  const { amountMinor, currency, paidAt, timeZone, orderId, description, reference } = receipt
  const { receipt: words } = texts
  const amount = amountWithCode(amountMinor, currency, language)
  return [
    { label: texts.amount, text: amount, figures: true },
    { label: words.date, text: momentText(paidAt, language, timeZone), figures: false },
    { label: words.method, text: paidBy(receipt.method, texts), figures: false },
    { label: words.for, text: description, figures: false },
    { label: texts.order, text: orderId, figures: false },
    { label: texts.reference, text: reference, figures: true },
  ].filter(({ text }) => text !== '')
}

/** What was paid with: the brand and the last four digits of a card, or the name of the method. */
export function paidBy({ type, subType, brand, lastFour }: ReceiptMethod, texts: PageTexts): string {
  const name = brand ? brandName(brand) : (wayOf(type, subType)?.name ?? texts.ways[type].name)
  return lastFour ? `${name} •••• ${lastFour}` : name
}
