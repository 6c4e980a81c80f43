import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Subscription } from '#contract/subscription-answers.ts'
import { readSubscription } from '#contract/subscriptions.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import detail from '#console/kit/details/detail.module.css'
import { Section, Timeline } from '#console/kit/details/detail.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { ObjectHead } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, LeftToRight } from '#console/kit/details/values.tsx'
import { useCalendarWords } from '#console/kit/i18n/calendar.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ActingFor, InZone, useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ScreenLink, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { useOpenActs } from '#console/kit/shell/open-acts.ts'
import { ActItems } from '#console/kit/ui/act-items.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import type { SubscriptionAct } from './acts-on.ts'
import { useChargeName } from './charge-name.ts'
import { Calendar } from './details-parts/calendar.tsx'
import { Changes } from './details-parts/changes.tsx'
import { Webhooks } from './details-parts/webhooks.tsx'
import { SubscriptionFacts } from './details-parts/facts.tsx'
import { Mandate } from './details-parts/mandate.tsx'
import { Payments } from './details-parts/payments.tsx'
import { Share } from './details-parts/share.tsx'
import { useStandingWords } from './standing-words.ts'
import { useSubscriptionActs } from './subscription-acts.tsx'
import { timelineItems } from './timeline-items.ts'
import styles from './subscriptions.module.css'

/** One subscription: what it does next, what it charged, by which method, and how it came to be so. */
export default function SubscriptionDetails(): ReactNode {
  const { ref = '', merchant = '' } = useScreenSearch('subscriptionDetails')
  return (
    <ActingFor merchant={merchant}>
      <Read subscriptionRef={ref} />
    </ActingFor>
  )
}

function Read({ subscriptionRef: ref }: { subscriptionRef: string }): ReactNode {
  const subscription = useCall(readSubscription, { path: { ref } }, { enabled: ref !== '' })
  if (subscription.data)
    return (
      <InZone timeZone={subscription.data.time_zone}>
        <Details key={ref} subscription={subscription.data} />
      </InZone>
    )
  return (
    <Screen name="subscriptionDetails" back="subscriptions">
      <Unanswered query={subscription} lines={10} missing={<Missing what="subscription" />} absent={ref === ''} />
    </Screen>
  )
}

/** The acts that may stand beside the title; the first of them that is possible is the primary one. */
const besideTitle: readonly SubscriptionAct[] = ['retry', 'deduct', 'resume', 'change', 'keep', 'copy']

function Details({ subscription }: { subscription: Subscription }): ReactNode {
  const { t } = useTranslation()
  const { acts, dialogue } = useSubscriptionActs(subscription)
  const nameOfCharge = useChargeName()
  useOpenActs(acts)
  const primary = besideTitle.flatMap((id) => acts.find((act) => act.id === id) ?? [])[0]
  const cancel = acts.find(({ id }) => id === 'cancel')
  const more = acts.filter((act) => act !== primary && act !== cancel)
  return (
    <Screen
      name="subscriptionDetails"
      title={subscription.customer_name || subscription.email || subscription.merchant_order_ref}
      back="subscriptions"
      wide
      actions={
        <>
          <WhyNot rule="subscriptions" />
          {more.length > 0 && (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" rightSection={<Icon name="down" size={12} />}>
                  {t(($) => $.paymentPages.more)}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <ActItems acts={more} />
              </Menu.Dropdown>
            </Menu>
          )}
          {cancel && (
            <Button variant="default" onClick={cancel.run}>
              {cancel.title}
            </Button>
          )}
          {primary && (
            <Button leftSection={<Icon name={primary.icon} />} onClick={primary.run}>
              {primary.title}
            </Button>
          )}
        </>
      }
    >
      <Head subscription={subscription} />
      <Standing subscription={subscription} />
      <div className={detail['page']}>
        <div className={detail['main']}>
          <Calendar subscription={subscription} />
          <Payments subscriptionRef={subscription.order_ref} />
          <Changes subscription={subscription} />
          <SubscriptionFacts subscription={subscription} />
        </div>
        <div className={detail['side']}>
          <Share subscription={subscription} />
          <Mandate mandate={subscription.mandate} />
          <Section title={t(($) => $.detail.timeline)}>
            <Timeline entries={timelineItems(subscription, nameOfCharge)} />
          </Section>
        </div>
        <div className={detail['records']}>
          <Webhooks subscriptionRef={subscription.order_ref} />
          <History object="subscription" objectRef={subscription.order_ref} />
        </div>
      </div>
      {dialogue}
    </Screen>
  )
}

/** What it takes and how often, of whom and for what. */
function Head({ subscription }: { subscription: Subscription }): ReactNode {
  const { t } = useTranslation()
  const words = useCalendarWords()
  const merchant = useActingFor()
  const { currency, frequency, period, quantity, price_order_ref: ref } = subscription
  const isRegular = subscription.subscription_type === 'REGULAR'
  return (
    <ObjectHead
      amount={
        isRegular ? <Amount value={subscription.recurring_amount} currency={currency} /> : codeWord('subscriptionTypes', 'ONDEMAND')
      }
      state={
        <>
          <Status of="subscription" state={subscription.status} />
          {subscription.paused && <span className={styles['mark']}> · {t(($) => $.subscriptions.pausedMark)}</span>}
          {subscription.in_trial && <span className={styles['mark']}> · {t(($) => $.subscriptions.trialMark)}</span>}
        </>
      }
      facts={[
        { name: 'customer', fact: subscription.customer_name && subscription.email && <LeftToRight>{subscription.email}</LeftToRight> },
        { name: 'rhythm', fact: period && frequency !== null && words.rhythm({ frequency, period }) },
        {
          name: 'price',
          fact: (
            <ScreenLink to="priceDetails" search={{ ref, ...(merchant ? { merchant } : {}) }}>
              <bdi>{subscription.price_name || ref}</bdi>
            </ScreenLink>
          ),
        },
        { name: 'quantity', fact: isRegular && quantity !== 1 && t(($) => $.subscriptions.units, { count: quantity }) },
        { name: 'description', fact: subscription.description && <bdi>{subscription.description}</bdi> },
      ]}
    />
  )
} // prettier-ignore

/** What it does next, in a sentence. */
function Standing({ subscription }: { subscription: Subscription }): ReactNode {
  const words = useStandingWords()
  return <p className={styles['standing']}>{words(subscription)}</p>
}
