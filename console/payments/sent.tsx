import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readWebhookData } from '#contract/payments.ts'
import { Deliveries } from '#console/kit/details/deliveries.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { Callbacks } from './callbacks.tsx'
import { SendAgain } from './send-again.tsx'

/** The webhooks to the merchant's servers about a payment, and the call-backs of its provider. */
export function Sent({ orderRef }: { orderRef: string }): ReactNode {
  const { t } = useTranslation()
  const sent = useCall(readWebhookData, { path: { order_ref: orderRef } })
  const { data } = sent
  if (!data)
    return (
      <Section title={t(($) => $.payments.webhooks)}>
        <Unanswered query={sent} lines={3} />
      </Section>
    )
  const { webhookData, channelEvents } = data
  return (
    <>
      <Section
        title={t(($) => $.payments.webhooks)}
        end={webhookData.length > 0 && <SendAgain orderRef={orderRef} onSent={() => void sent.refetch()} />}
      >
        <Deliveries deliveries={webhookData} shows="webhook" nothing={t(($) => $.payments.noWebhooks)} />
      </Section>
      <Section title={t(($) => $.payments.callbacks)} folded>
        <Callbacks events={channelEvents} />
      </Section>
    </>
  )
}
