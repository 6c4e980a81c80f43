import { amountText } from '#contract/kit/money.ts'
import type { PayoutAct } from '#contract/payout-rule-shapes.ts'
import { limits } from '#contract/limits.ts'
import type { Language } from '#i18n/languages.ts'
import { apart, mailOf, mailTexts, quoted, type Mail } from '#server/messages/mail-text.ts'
import { totalsOf, type Content } from './content.ts'

/** The message of a code: what it does, for how many payouts, their totals, and the three largest with the ends of their accounts. */
export function codeMessage(
  language: Language,
  of: { act: PayoutAct; code: string; contents: readonly Content[]; isShort: boolean },
): Mail {
  const { subject, text, short, verify, approve, one } = mailTexts[language].payoutCode
  const money = ({ currency, amount }: { currency: Content['currency']; amount: bigint }) =>
    apart(`${currency} ${amountText(amount, currency, language)}`)
  const largest = of.contents
    .toSorted((left, right) => (left.amount_minor > right.amount_minor ? -1 : 1))
    .slice(0, 3)
    .map((payout) => ({ payout, amount: money({ currency: payout.currency, amount: payout.amount_minor }) }))
  const lines = largest.map(({ payout, amount }) =>
    one
      .replace('{amount}', () => amount)
      .replace('{name}', () => quoted(payout.beneficiary_name, of.isShort ? 20 : 60))
      .replace('{last}', () => apart(payout.last_four)),
  )
  const values = {
    code: of.code,
    count: String(of.contents.length),
    totals: totalsOf(of.contents).map(money).join(', '),
    largest: lines.join(of.isShort ? '; ' : '\n'),
    minutes: String(limits.payoutCodeMinutes),
    action: of.act === 'verify' ? verify : approve,
  }
  return mailOf(language, { subject, text: of.isShort ? [short] : text }, values)
}

/** The message that confirms a telephone. */
export const phoneMessage = (language: Language, code: string): Mail => {
  const { subject, short } = mailTexts[language].payoutPhone
  return mailOf(language, { subject, text: [short] }, { code, minutes: String(limits.payoutCodeMinutes) })
}

/** `j•••@acme.example`. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1•••')
/** The last two digits. */
export const maskedPhone = (phone: string): string => `•••• ${phone.replace(/\D/g, '').slice(-2)}`
