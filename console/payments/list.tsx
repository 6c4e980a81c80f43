import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { outsideChannel } from '#contract/channel-shapes.ts'
import { listPayChannels } from '#contract/merchants.ts'
import { paymentList } from '#contract/payment-list.ts'
import { exportPayments, listPayments, type PaymentRow } from '#contract/payments.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Status } from '#console/kit/details/status.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { CutShort, Nothing, Reference, Who } from '#console/kit/details/values.tsx'
import { channelWord } from '#console/kit/i18n/channel-word.ts'
import { stateWord, wireWord } from '#console/kit/i18n/words.ts'
import { paidWith } from './method-words.ts'
import styles from './payments.module.css'

/** The payments of the merchant: every attempt, by any method. */
export default function Payments(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const environment = environmentOf(user)
  const mayBegin = useDenied('paymentLinks') === null
  const channels = useCall(listPayChannels, { query: { environment } })
  return (
    <ListScreen
      name="payments"
      table="payments"
      exports={exportPayments}
      call={listPayments}
      list={paymentList}
      status="payment"
      rowKey={(payment) => payment.order_ref}
      to={(payment) => ({ to: 'paymentDetails', search: { order_ref: payment.order_ref } })}
      cells={{
        status: (payment) => <State payment={payment} />,
        shopper_name: (payment) => <Who name={payment.shopper_name} email={payment.shopper_email} />,
        status_reason: ({ status_reason: reason }) =>
          reason ? <bdi>{wireWord('declines', reason)}</bdi> : <Nothing />,
        order_ref: (payment) => (
          <CutShort characters={14}>
            <Reference>{payment.order_ref}</Reference>
          </CutShort>
        ),
        // What was never paid is not settled either, and that says nothing.
        remit_status: ({ status, remit_status: state }) =>
          status === 'Success' && state ? <bdi>{stateWord('remitStatus', state)}</bdi> : <Nothing />,
        payment_channel_name: ({ channel_key: key, payment_channel_name: name }) =>
          name ? <bdi>{channelWord(key, name)}</bdi> : <Nothing />,
        payment_method: (payment) => <bdi>{paidWith(payment)}</bdi>,
      }}
      choices={
        channels.data?.length
          ? {
              channel_key: [
                ...channels.data.map(({ key, name }) => ({ value: key, label: name })),
                { value: outsideChannel, label: channelWord(outsideChannel, '') },
              ],
            }
          : {}
      }
      searchFinds={t(($) => $.payments.searchFinds)}
      empty={{
        title: t(($) => $.payments.emptyTitle),
        text: mayBegin ? t(($) => $.payments.emptyBegin) : t(($) => $.payments.emptyText),
        begin: mayBegin && (
          <ButtonLink to="createPaymentLink" search={{}} leftSection={<Icon name="plus" />}>
            {t(($) => $.paymentLinks.create)}
          </ButtonLink>
        ),
      }}
    />
  )
}

/** The state with marks for refunds and for late money. */
function State({ payment: { status, late, amount, refunded, refunding } }: { payment: PaymentRow }): ReactNode {
  const { t } = useTranslation()
  const back = refunded === amount ? 'full' : refunded > 0 ? 'partial' : refunding > 0 ? 'pending' : null
  return (
    <>
      <Status of="payment" state={status} />
      {back && <span className={styles['lateMark']}> · {wireWord('refundMarks', back)}</span>}
      {late && <span className={styles['lateMark']}> · {t(($) => $.payments.lateMark)}</span>}
    </>
  )
}
