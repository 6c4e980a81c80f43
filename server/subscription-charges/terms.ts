import type { SubscriptionTerms } from '#checkout/subscriptions/view.ts'
import { ruleWords } from '#i18n/calendar-words.ts'
import type { Language } from '#i18n/languages.ts'
import { momentText } from '#i18n/moment.ts'
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
  return {
    act,
    recurrence:
      frequency === null || period === null
        ? ''
        : recurrenceWords({ minor: recurringMinor(subscription), currency, frequency, period }, language),
    rule: calendar ? ruleWords(ruleOf(calendar), { language, texts: texts[language] }) : '',
    mostMinor: subscription.max_minor,
    trialUntil: begins?.kind === 'trial' ? on(begins.anchor) : '',
    startsOn: begins?.kind === 'later' ? on(begins.anchor) : '',
    upcoming: upcomingOf(begun, await creditsLeft(ctx, subscription)).map(({ at, toPayMinor: minor }) => ({
      on: on(at),
      minor,
    })),
    count: subscription.recurrance_count,
    consent: await consentText(ctx, subscription, language),
    manageUrl: manageAddress(ctx, subscription.order_ref, language),
  }
}
