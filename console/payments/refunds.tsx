import { useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readPayment, type Payment } from '#contract/payments.ts'
import { readRefunds } from '#contract/refunds.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { RefundMeter } from './refund-meter.tsx'
import { RefundRows } from './refund-rows.tsx'
import styles from './payments.module.css'
import { useFresh } from '#console/kit/api/use-fresh.ts'
import { useWhose } from './use-whose.ts'

/** The refunds of a payment with their states, and the button of a new one. */
export function Refunds({ payment }: { payment: Payment }): ReactNode {
  const { t } = useTranslation()
  const whose = useWhose()
  const denied = useDenied('refund')
  const refunds = useCall(readRefunds, { path: { id: payment.order_ref } })
  const { data, error, refetch } = refunds
  useFresh((data?.refunding ?? 0) > 0, refetch)
  // A refund that has ended also changes the payment's timeline, sums and postings.
  const client = useQueryClient()
  const news = data !== undefined && (data.refunded !== payment.refunded || data.refunding !== payment.refunding)
  useEffect(() => {
    if (news) void client.invalidateQueries({ queryKey: [readPayment.at] })
  }, [news, client])
  const more = data && data.amountToRefund > 0
  return (
    <Section
      title={t(($) => $.refunds.title)}
      end={
        more &&
        (denied ? (
          <WhyNot rule="refund" />
        ) : (
          <ButtonLink to="refund" search={{ order_ref: payment.order_ref, ...whose }} variant="default" size="xs">
            {t(($) => $.refunds.begin)}
          </ButtonLink>
        ))
      }
    >
      {data ? (
        <>
          {data.refundDetails.length > 0 && (
            <div className={styles['meter']}>
              <RefundMeter sums={data} />
            </div>
          )}
          <RefundRows rows={data.refundDetails} mayEnd={denied === null} />
        </>
      ) : (
        <Unanswered query={{ error, refetch }} lines={2} />
      )}
    </Section>
  )
}
