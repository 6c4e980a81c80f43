import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { priceList } from '#contract/price-list.ts'
import { exportPrices, listPrices } from '#contract/prices.ts'
import { periods } from '#contract/subscription-periods.ts'
import { subscriptionTypes } from '#contract/subscription-states.ts'
import { Nothing } from '#console/kit/details/values.tsx'
import { useCalendarWords } from '#console/kit/i18n/calendar.ts'
import { codeWord } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useMerchantOf } from '#console/kit/list/use-merchant-of.ts'
import { PastDue } from './past-due.tsx'
import { RowMenu } from './row-menu.tsx'

/** The prices that customers subscribe to; of a master, those of all its merchants. */
export default function Prices(): ReactNode {
  const { t } = useTranslation()
  const words = useCalendarWords()
  const merchantOf = useMerchantOf()
  const named = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: codeWord(group, value) }))
  return (
    <ListScreen
      name="prices"
      table="prices"
      call={listPrices}
      exports={exportPrices}
      list={priceList}
      status="price"
      rowKey={(price) => price.order_ref}
      to={(price) => ({ to: 'priceDetails', search: { ref: price.order_ref } })}
      cells={{
        name: (price) => <bdi>{price.name || price.merchant_order_ref}</bdi>,
        period: ({ period, frequency }) =>
          period && frequency !== null ? words.rhythm({ period, frequency }) : <Nothing />,
        past_due_subscriptions: ({ past_due_subscriptions: count }) => <PastDue count={count} />,
      }}
      acts={(price) => <RowMenu price={price} merchant={merchantOf(price)} />}
      choices={{ plan_type: named('subscriptionTypes', subscriptionTypes), period: named('periods', periods) }}
      create={{ to: 'createPrice', label: t(($) => $.prices.create), rule: 'subscriptions' }}
      searchFinds={t(($) => $.prices.searchFinds)}
      empty={{ title: t(($) => $.prices.emptyTitle), text: t(($) => $.prices.emptyText) }}
    />
  )
}
