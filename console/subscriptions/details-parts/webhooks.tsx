import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readSubscriptionWebhooks } from '#contract/subscriptions.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { Deliveries } from '#console/kit/details/deliveries.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'

/** The webhooks to the merchant's servers about a subscription; those of its payments are on the payments' pages. */
export function Webhooks({ subscriptionRef: ref }: { subscriptionRef: string }): ReactNode {
  const { t } = useTranslation()
  const sent = useCall(readSubscriptionWebhooks, { path: { ref } })
  return (
    <Section title={t(($) => $.payments.webhooks)}>
      {sent.data ? (
        <Deliveries deliveries={sent.data} shows="webhook" nothing={t(($) => $.subscriptions.noWebhooks)} />
      ) : (
        <Unanswered query={sent} lines={3} />
      )}
    </Section>
  )
}
