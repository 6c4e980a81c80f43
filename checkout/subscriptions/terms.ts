import { amountWithCode } from '../amount.ts'
import { filled } from '../filled.ts'
import { type Markup, markup } from '../markup.ts'
import type { PageTexts } from '../texts.ts'
import type { OrderView } from '../view.ts'
import type { SubscriptionTerms, UpcomingPayment } from './view.ts'

type OfSubscription = OrderView & { subscription: SubscriptionTerms }

/** How much, when, until when, and how to end it: everything that the customer agrees to, before they do. */
export function termsOf(view: OfSubscription, { subscription: texts }: PageTexts): Markup {
  const { recurrence, rule, mostMinor, trialUntil, startsOn, upcoming, end } = view.subscription
  if (view.state === 'expired' || view.state === 'cancelled')
    return markup`<div class="terms">${recurring(recurrence)}</div>`
  const merchant = view.merchant.name
  const most = mostMinor === null ? '' : amountWithCode(mostMinor, view.currency, view.language)
  return markup`<div class="terms">
${recurring(recurrence)}
${trialUntil && markup`<p class="trial">${filled(texts.trial, { date: trialUntil })}</p>`}
${startsOn && markup`<p class="trial">${filled(texts.starts, { date: startsOn })}</p>`}
${rule ? markup`<p>${filled(texts.rule, { rule })}</p>` : markup`<p>${filled(most ? texts.onDemandUpTo : texts.onDemand, { merchant, amount: most })}</p>`}
${upcoming.length > 0 && upcomingList(upcoming, view, { title: texts.upcoming, more: texts.more })}
<p>${end ? filled(texts.end, { payments: end }) : texts.untilCancelled} ${texts.howToCancel}</p>
</div>`
}

const recurring = (recurrence: string): Markup | '' =>
  recurrence && markup`<p class="recurrence"><strong><bdi>${recurrence}</bdi></strong></p>`

/** Payments to come: a few, and the others behind a press. */
export function upcomingList(
  upcoming: readonly UpcomingPayment[],
  { currency, language }: Pick<OrderView, 'currency' | 'language'>,
  { title, more }: { title: string; more: string },
): Markup {
  const row = ({ on, minor }: UpcomingPayment) =>
    markup`<li><span>${on}</span> <bdi dir="ltr">${amountWithCode(minor, currency, language)}</bdi></li>`
  const later = upcoming.slice(shownFirst)
  return markup`<div class="upcoming"><h2>${title}</h2>
<ul>${upcoming.slice(0, shownFirst).map(row)}</ul>
${later.length > 0 && markup`<details><summary>${more}</summary><ul>${later.map(row)}</ul></details>`}</div>`
}
const shownFirst = 3

/** The box by which the customer agrees, and the text that is kept with it. Without a value it is no field that was filled in and left. */
export const consentBox = ({ consent }: SubscriptionTerms): Markup => markup`<div class="field consent">
<label><input type="checkbox" id="agrees" value="" aria-describedby="agrees-error"><span>${consent}</span></label>
<p class="error" id="agrees-error"></p>
</div>`
