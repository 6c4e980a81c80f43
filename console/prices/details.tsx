import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readPrice, type PriceDetails as Price } from '#contract/prices.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import styles from '#console/kit/details/detail.module.css'
import { Facts, Section, Timeline } from '#console/kit/details/detail.tsx'
import { History } from '#console/kit/details/history.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { ObjectHead } from '#console/kit/details/object-head.tsx'
import { Status } from '#console/kit/details/status.tsx'
import { Amount, Reference, Time } from '#console/kit/details/values.tsx'
import { useCalendarWords } from '#console/kit/i18n/calendar.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ActingFor, useActingFor } from '#console/kit/routing/acting-for.tsx'
import { NumberLink } from '#console/kit/routing/number-link.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { useOpenActs } from '#console/kit/shell/open-acts.ts'
import { PastDue } from './past-due.tsx'
import { usePriceActs } from './price-acts.tsx'
import { PriceSubscriptions } from './price-subscriptions.tsx'

/** One price: what it takes and how often, who has subscribed, and what came of it. */
export default function PriceDetails(): ReactNode {
  const { ref = '', merchant = '' } = useScreenSearch('priceDetails')
  return (
    <ActingFor merchant={merchant}>
      <Read priceRef={ref} />
    </ActingFor>
  )
}

function Read({ priceRef: ref }: { priceRef: string }): ReactNode {
  const price = useCall(readPrice, { path: { ref } }, { enabled: ref !== '' })
  if (price.data) return <Details price={price.data} />
  return (
    <Screen name="priceDetails" back="prices">
      <Unanswered query={price} lines={10} missing={<Missing what="price" />} absent={ref === ''} />
    </Screen>
  )
}

function Details({ price }: { price: Price }): ReactNode {
  const { t } = useTranslation()
  const words = useCalendarWords()
  const { acts, dialogue } = usePriceActs(price)
  useOpenActs(acts)
  const { frequency, period } = price
  return (
    <Screen
      name="priceDetails"
      {...(price.name ? { title: price.name } : {})}
      back="prices"
      wide
      actions={
        <>
          <WhyNot rule="subscriptions" />
          {acts.toReversed().map(({ id, title, run }) => (
            <Button key={id} {...(id === 'subscribe' ? {} : { variant: 'default' })} onClick={run}>
              {title}
            </Button>
          ))}
        </>
      }
    >
      <ObjectHead
        amount={
          price.amount === null ? codeWord('subscriptionTypes', price.plan_type) : <Amount value={price.amount} currency={price.currency} />
        }
        state={<Status of="price" state={price.status} />}
        facts={[
          { name: 'rhythm', fact: period && frequency !== null && words.rhythm({ frequency, period }) },
          { name: 'currency', fact: price.amount === null && price.currency },
          { name: 'description', fact: price.description && <bdi>{price.description}</bdi> },
          { name: 'time', fact: <Time at={price.created_at} zoned /> },
        ]}
      />
      <div className={styles['page']}>
        <div className={styles['main']}>
          <Section title={t(($) => $.prices.sums)}>
            <Sums price={price} />
          </Section>
          <PriceSubscriptions priceRef={price.order_ref} />
        </div>
        <div className={styles['side']}>
          <Section title={t(($) => $.prices.facts)}>
            <PriceFacts price={price} />
          </Section>
          <Section title={t(($) => $.detail.timeline)}>
            <Timeline entries={price.timeline} />
          </Section>
        </div>
        <div className={styles['records']}>
          <History object="price" objectRef={price.order_ref} />
        </div>
      </div>
      {dialogue}
    </Screen>
  )
} // prettier-ignore

/** What it comes to; each number of subscriptions leads to them. */
function Sums({ price }: { price: Price }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const acting = useActingFor()
  const leading = (count: number, filters: Record<string, string>, shown: ReactNode = numberText(count, language)) =>
    count === 0 ? (
      shown
    ) : (
      <NumberLink
        to={{
          to: 'subscriptions',
          search: { price_order_ref: price.order_ref, ...filters },
          ...(acting ? { acting } : {}),
        }}
      >
        {shown}
      </NumberLink>
    )
  const { active_subscriptions: active, past_due_subscriptions: pastDue, subscriptions: all } = price
  return (
    <Facts
      facts={[
        [wireWord('columns', 'active_subscriptions'), leading(active, { status: 'active' })],
        [
          wireWord('columns', 'past_due_subscriptions'),
          leading(pastDue, { status: 'past_due' }, <PastDue count={pastDue} />),
        ],
        [t(($) => $.prices.inAll), leading(all, {})],
        [
          t(($) => $.subscriptions.figures.monthly_revenue),
          price.plan_type === 'REGULAR' ? (
            <Amount key="monthly" value={price.monthly_revenue} currency={price.currency} />
          ) : undefined,
        ],
        [
          wireWord('columns', 'collected_amount'),
          <Amount key="collected" value={price.collected_amount} currency={price.currency} />,
        ],
      ]}
    />
  )
}

function PriceFacts({ price }: { price: Price }): ReactNode {
  return (
    <Facts
      facts={[
        [wireWord('columns', 'plan_type'), codeWord('subscriptionTypes', price.plan_type)],
        [wireWord('columns', 'merchant_order_ref'), <Reference key="own">{price.merchant_order_ref}</Reference>],
        [wireWord('columns', 'order_ref'), <Reference key="ref">{price.order_ref}</Reference>],
        [wireWord('columns', 'created_by'), price.created_by ? <bdi key="by">{price.created_by}</bdi> : undefined],
        ...price.notes.map(({ key, value }) => [key, <bdi key={key}>{value}</bdi>] as const),
      ]}
    />
  )
}
