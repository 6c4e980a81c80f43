import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listPrices } from '#contract/prices.ts'
import type { SubscriptionRow } from '#contract/subscription-answers.ts'
import { subscriptionList } from '#contract/subscription-list.ts'
import { subscriptionTypes } from '#contract/subscription-states.ts'
import { exportSubscriptions, listSubscriptions } from '#contract/subscriptions.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { Status } from '#console/kit/details/status.tsx'
import { Who } from '#console/kit/details/values.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useMerchantOf } from '#console/kit/list/use-merchant-of.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Figures } from './figures.tsx'
import { RowMenu } from './row-menu.tsx'
import styles from './subscriptions.module.css'

/** The most prices that the filter offers by name; others can be had by the link on their page. */
const pricesOffered = 100

/** The subscriptions of the merchant; of a master, those of all its merchants. */
export function SubscriptionList({ tabs }: { tabs: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const merchantOf = useMerchantOf()
  const across = useUser().is_master_merchant && useActingFor() === ''
  const prices = useCall(listPrices, { body: { pagesize: pricesOffered } }, { enabled: !across })
  const named = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: codeWord(group, value) }))
  return (
    <ListScreen
      name="subscriptions"
      table="subscriptions"
      call={listSubscriptions}
      exports={exportSubscriptions}
      list={subscriptionList}
      status="subscription"
      rowKey={(subscription) => subscription.order_ref}
      to={(subscription) => ({ to: 'subscriptionDetails', search: { ref: subscription.order_ref } })}
      keep={['tab']}
      above={
        <>
          {tabs}
          {!across && <Figures />}
        </>
      }
      cells={{
        customer_name: (subscription) => <Who name={subscription.customer_name} email={subscription.email} />,
        price_name: (subscription) => <bdi>{subscription.price_name || subscription.price_order_ref}</bdi>,
        status: (subscription) => <State subscription={subscription} />,
        collected_count: ({ collected_count: count, recurrance_count: of }) =>
          of === null
            ? numberText(count, language)
            : t(($) => $.subscriptions.countOf, { paid: numberText(count, language), all: numberText(of, language) }),
        in_trial: ({ in_trial: is }) => codeWord('yesNo', is ? 'yes' : 'no'),
        paused: ({ paused: is }) => codeWord('yesNo', is ? 'yes' : 'no'),
        cancels_at_period_end: ({ cancels_at_period_end: is }) => codeWord('yesNo', is ? 'yes' : 'no'),
      }}
      acts={(row) => <RowMenu row={row} merchant={merchantOf(row)} />}
      choices={{
        subscription_type: named('subscriptionTypes', subscriptionTypes),
        paused: named('yesNo', ['yes', 'no']),
        recurring: named('yesNo', ['yes', 'no']),
        ...(prices.data
          ? {
              price_order_ref: prices.data.content.map((price) => ({
                value: price.order_ref,
                label: price.name || price.merchant_order_ref,
              })),
            }
          : {}),
      }}
      create={{ to: 'createSubscription', label: t(($) => $.subscriptions.create), rule: 'subscriptions' }}
      searchFinds={t(($) => $.subscriptions.searchFinds)}
      empty={{ title: t(($) => $.subscriptions.emptyTitle), text: t(($) => $.subscriptions.emptyText) }}
    />
  )
}

/** The state, and the facts beside it. */
function State({ subscription }: { subscription: SubscriptionRow }): ReactNode {
  const { t } = useTranslation()
  const { status, in_trial: inTrial, paused, cancels_at_period_end: ends } = subscription
  return (
    <>
      <Status of="subscription" state={status} />
      {paused && <span className={styles['mark']}> · {t(($) => $.subscriptions.pausedMark)}</span>}
      {inTrial && !paused && <span className={styles['mark']}> · {t(($) => $.subscriptions.trialMark)}</span>}
      {ends && <span className={styles['mark']}> · {t(($) => $.subscriptions.endsMark)}</span>}
    </>
  )
}
