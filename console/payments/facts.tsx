import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import type { Payment } from '#contract/payments.ts'
import { Facts } from '#console/kit/details/detail.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { CopiedReference, Reference, Time } from '#console/kit/details/values.tsx'
import { channelWord } from '#console/kit/i18n/channel-word.ts'
import { stateWord, wireWord } from '#console/kit/i18n/words.ts'
import { useWhose } from './use-whose.ts'

type Props = { payment: Payment }

/** The order of a payment, and the references by which it is known. */
export function PaymentFacts({ payment }: Props): ReactNode {
  const { t } = useTranslation()
  return (
    <Facts
      facts={[
        [wireWord('columns', 'merchant_order_ref'), <Copied key="order" text={payment.merchant_order_ref} />],
        [
          wireWord('columns', 'description'),
          payment.description ? <bdi key="text">{payment.description}</bdi> : undefined,
        ],
        [
          t(($) => $.screens.paymentLinkDetails),
          payment.link_ref ? <LinkOfPayment key="link" payment={payment} /> : undefined,
        ],
        [
          t(($) => $.screens.invoiceDetails),
          payment.invoice_ref ? <InvoiceOfPayment key="invoice" payment={payment} /> : undefined,
        ],
        [
          t(($) => $.screens.subscriptionDetails),
          payment.subscription_order_ref ? <SubscriptionOfPayment key="subscription" payment={payment} /> : undefined,
        ],
        [
          wireWord('columns', 'payment_channel_name'),
          <bdi key="channel">{channelWord(payment.channel_key, payment.payment_channel_name)}</bdi>,
        ],
        [wireWord('columns', 'order_ref'), <Copied key="ref" text={payment.order_ref} />],
        [
          wireWord('columns', 'channel_order_ref'),
          payment.channel_order_ref ? <Copied key="channelRef" text={payment.channel_order_ref} /> : undefined,
        ],
        [
          wireWord('columns', 'remit_status'),
          payment.status === 'Success' && payment.remit_status ? (
            <Remitted key="remitted" payment={payment} />
          ) : undefined,
        ],
        [t(($) => $.payments.updated), <Time key="updated" at={payment.updated_at} zoned />],
        [
          wireWord('columns', 'source'),
          payment.source ? <bdi key="source">{wireWord('paymentSources', payment.source)}</bdi> : undefined,
        ],
      ]}
    />
  )
}

function LinkOfPayment({ payment: { link_ref: ref } }: Props): ReactNode {
  const user = useUser()
  if (!allowed('paymentLinks', accessOf(user))) return <Reference>{ref}</Reference>
  return (
    <ScreenLink to="paymentLinkDetails" search={{ ref }}>
      <Reference>{ref}</Reference>
    </ScreenLink>
  )
}

function InvoiceOfPayment({ payment: { invoice_ref: ref } }: Props): ReactNode {
  const user = useUser()
  const whose = useWhose()
  if (!allowed('invoices', accessOf(user))) return <Reference>{ref}</Reference>
  return (
    <ScreenLink to="invoiceDetails" search={{ ref, ...whose }}>
      <Reference>{ref}</Reference>
    </ScreenLink>
  )
}

function SubscriptionOfPayment({ payment: { subscription_order_ref: ref } }: Props): ReactNode {
  const user = useUser()
  const whose = useWhose()
  if (!allowed('subscriptions', accessOf(user))) return <Reference>{ref}</Reference>
  return (
    <ScreenLink to="subscriptionDetails" search={{ ref, ...whose }}>
      <Reference>{ref}</Reference>
    </ScreenLink>
  )
}

/** How far a sale abroad has come, with its settlement. */
function Remitted({ payment: { remit_status: state, settlement_ref: ref } }: Props): ReactNode {
  const user = useUser()
  const whose = useWhose()
  const word = <bdi>{stateWord('remitStatus', state)}</bdi>
  if (ref === '') return word
  return (
    <>
      {word} ·{' '}
      {allowed('remittances', accessOf(user)) ? (
        <ScreenLink to="remittance" search={{ ref, ...whose } as never}>
          <Reference>{ref}</Reference>
        </ScreenLink>
      ) : (
        <Reference>{ref}</Reference>
      )}
    </>
  )
}

function Copied({ text }: { text: string }): ReactNode {
  const { t } = useTranslation()
  return <CopiedReference copy={t(($) => $.payments.copyReference)}>{text}</CopiedReference>
}
