import type { SubscriptionTerms } from '#checkout/subscriptions/view.ts'
import { paymentsWords, ruleWords } from '#i18n/calendar-words.ts'
import type { Language } from '#i18n/languages.ts'
import { dateText, momentText } from '#i18n/moment.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { textsOf } from '#server/kit/texts.ts'
import { manageAddress } from '#server/subscription-messages/manage-link.ts'
import { ruleOf } from '#server/subscription-store/calendar.ts'
import { creditsLeft } from '#server/subscription-store/charges.ts'
import { inTimeOf } from '#server/subscription-store/clocks.ts'
import { calendarOf, recurringMinor } from '#server/subscription-store/moments.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import { recurrenceWords } from '#server/subscription-store/terms.ts'
import { begunAt, upcomingOf } from '#server/subscription-store/upcoming.ts'
import { consentText } from './consent.ts'

const texts = textsOf('calendar')

/** What the customer's page says of a subscription: how much, when, until when, and what they agree to. One that is not begun is as if set up now. */
export async function readTerms(
  ctx: Ctx,
  subscription: SubscriptionRow,
  { language, act }: { language: Language; act: SubscriptionTerms['act'] },
): Promise<SubscriptionTerms> {
  const { currency, frequency, period, customer_time_zone: timeZone } = subscription
  const then = await inTimeOf(ctx, subscription)
  const begins = subscription.status === 'created' ? begunAt(subscription, then.now) : null
  const begun = begins ? { ...subscription, anchor: begins.anchor } : subscription
  const calendar = calendarOf(begun)
  const on = (at: Date) => momentText(at, language, timeZone)
  // The rule says the time of day; only of hours each has its own.
  const onDay = (at: Date) => (period === 'H' ? on(at) : dateText(at, language, timeZone))
  const saying = { language, texts: texts[language] }
  const isOver = subscription.status !== 'created' && !subscription.activated_at
  const toCome = upcomingOf(begun, await creditsLeft(ctx, subscription))
  const trialEnd = begins?.kind === 'trial' ? begins.anchor : subscription.in_trial ? subscription.anchor : null
  return {
    act,
    recurrence:
      frequency === null || period === null
        ? ''
        : recurrenceWords({ minor: recurringMinor(subscription), currency, frequency, period }, language),
    rule: calendar ? ruleWords(ruleOf(calendar), saying) : '',
    mostMinor: subscription.max_minor,
    trialUntil: trialEnd ? on(trialEnd) : '',
    startsOn: begins?.kind === 'later' ? on(begins.anchor) : '',
    upcoming: toCome
      .slice(begins?.kind === 'now' ? 1 : 0)
      .map(({ at, toPayMinor: minor }) => ({ on: onDay(at), minor })),
    end: subscription.recurrance_count === null ? '' : paymentsWords(subscription.recurrance_count, saying),
    consent: await consentText(ctx, subscription, language),
    manageUrl: isOver ? '' : manageAddress(ctx, subscription.order_ref, language),
  }
}
