import { amountWithCode } from '#checkout/amount.ts'
import type { MessageWay } from '#contract/messages.ts'
import { fill, type Values } from '#i18n/fill.ts'
import { momentText } from '#i18n/moment.ts'
import { textsOf } from '#server/kit/texts.ts'
import { apart, mailOf, mailTexts, quoted, type Mail } from '#server/messages/mail-text.ts'
import type { ChargeLine } from '#server/subscription-store/amounts.ts'
import type { SubscriptionMessageKind } from '#contract/subscription-states.ts'
import { recurrenceWords, type Recurrence } from '#server/subscription-store/terms.ts'
import type { Told } from './told.ts'

const pageTexts = textsOf('checkout')

/**
 * A message to a customer about a subscription. The texts are ours; what merchant and customer have written stands in them as plain text
 * within our own lines, so that it cannot become a button.
 */
export function subscriptionMessage(
  told: Told,
  { kind, way }: { kind: SubscriptionMessageKind; way: MessageWay },
): Mail {
  const { language } = told
  const texts = mailTexts[language].subscription
  const values = valuesOf(told)
  if (way === 'sms') {
    const { short } = texts[kind === 'link' ? 'link' : 'method_link']
    return { language, subject: '', text: fill(short, { ...values, link: told.manage }) }
  }
  return mailOf(language, texts[formOf(kind, told)], values)
}

/** Which of its texts a kind has: what is the same to the planner may be another thing to who reads it. */
function formOf(kind: SubscriptionMessageKind, { payment, change }: Told) {
  if (kind === 'receipt') return payment ? 'receipt' : 'covered'
  if (kind === 'price_changes') return change?.at ? 'price_changes' : 'price_changed'
  return kind
}

/** What any of the texts may name; empty where there is nothing to say. */
function valuesOf(told: Told): Values {
  const { language, charge, payment, change, next, recurrence, mostMinor, facts } = told
  const texts = mailTexts[language].subscription
  const amountOf = (minor: bigint) => apart(amountWithCode(minor, told.currency, language))
  const on = (at: Date | string | null | undefined) =>
    at ? apart(momentText(new Date(at), language, told.timeZone)) : ''
  const merchant = quoted(told.merchant, 60)
  const plan = quoted(told.plan, 100)
  const name = quoted(told.customer, 60)
  const each = (one: Recurrence | undefined) => (one ? apart(recurrenceWords(one, language)) : '')
  const amount = payment?.minor ?? charge?.to_pay_minor ?? next?.minor ?? recurrence?.minor ?? 0n
  const again = facts['next_try_at']
  return {
    merchant,
    plan,
    greeting: name ? fill(texts.greetingNamed, { name }) : texts.greeting,
    terms: recurrence
      ? each(recurrence)
      : fill(mostMinor === null ? texts.onDemand : texts.onDemandUpTo, {
          merchant,
          amount: amountOf(mostMinor ?? 0n),
        }),
    amount: amountOf(amount),
    next: next ? fill(texts.next, { amount: amountOf(next.minor), date: on(next.at) }) : '',
    date: on(change?.at ?? next?.at),
    lastDay: told.methodUntil && apart(told.methodUntil),
    due: on(charge?.due_at),
    linkUntil: on(told.linkUntil),
    until: told.pausedUntil ? fill(texts.until, { date: on(told.pausedUntil) }) : '',
    old: each(change?.old),
    new: each(change?.new),
    method: told.method && fill(texts.method, { method: apart(told.method) }),
    card: told.method ? apart(told.method) : texts.yourMethod,
    reason: facts['reason'] ? reasonWords(facts['reason'], language) : '',
    again: again ? fill(texts.again, { date: on(again) }) : texts.notAgain,
    why: told.endReason === 'unpaid' ? texts.unpaid : '',
    facts: factsOf(told, plan),
    reference: payment?.ref ?? '',
    address: `${told.address}?lang=${language}`,
    view: payment ? fill(texts.view, { link: payment.receipt }) : '',
    manage: fill(texts.manage, { link: told.manage }),
    change: fill(texts.change, { link: told.manage }),
    once: texts.once,
    test: testOf(told),
  }
}

/** That no money moves, and by a test clock what time it is. */
function testOf({ environment, simulatedAt, language, timeZone }: Told): string {
  const texts = mailTexts[language].subscription
  if (environment !== 'sandbox') return ''
  if (!simulatedAt) return texts.test
  return `${texts.test} ${fill(texts.clock, { date: apart(momentText(simulatedAt, language, timeZone)) })}`
}

/** Why a bank refused, as the customer's page says it. */
function reasonWords(reason: string, language: Told['language']): string {
  const { declines, otherDeclines, declinedUnknown } = pageTexts[language].script
  const words = { ...declines, ...otherDeclines } as Readonly<Record<string, { what: string }>>
  return (words[reason] ?? declinedUnknown).what
}

/** The lines of a charge, one by one: what is for what, and what was paid. */
function factsOf({ charge, payment, language, currency, timeZone }: Told, plan: string): string {
  if (!charge) return ''
  const texts = mailTexts[language].subscription
  const fact = (label: string, text: string) => fill(texts.fact, { label, text: apart(text) })
  const amountOf = (minor: bigint) => amountWithCode(minor, currency, language)
  const { period_start: start, period_end: end } = charge
  const span =
    start && end
      ? [
          fact(
            texts.facts.period,
            fill(texts.facts.span, {
              start: momentText(start, language, timeZone),
              end: momentText(end, language, timeZone),
            }),
          ),
        ]
      : []
  return [
    ...span,
    ...charge.lines.map((line) => fact(fill(labelOf(line, texts.lines), namesIn(line, plan)), amountOf(line.amount))),
    fact(texts.facts.paid, amountOf(payment?.minor ?? 0n)),
    ...(payment ? [fact(texts.facts.reference, payment.ref)] : []),
  ].join('\n')
}

type LineTexts = (typeof mailTexts)[Told['language']]['subscription']['lines']
const labelOf = (line: ChargeLine, texts: LineTexts): string =>
  line.kind === 'period' && line.quantity > 1 ? texts.quantity : texts[line.kind]
const namesIn = (line: ChargeLine, plan: string): Values => ({
  plan,
  quantity: 'quantity' in line ? String(line.quantity) : '',
  key: 'key' in line ? quoted(line.key, 60) : '',
})
