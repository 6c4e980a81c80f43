import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  exportPaymentLinks,
  listPaymentLinks,
  listPaymentLinkSources,
  paymentLinkList,
} from '#contract/payment-links.ts'
import { withTexts } from '#console/kit/i18n/i18n.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { Who } from '#console/kit/details/values.tsx'
import { useCall } from '#console/kit/api/use-call.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { useHasChannel } from './use-has-channel.ts'

const NoChannel = lazy(withTexts(() => import('./unpayable.tsx')))

/** The payment links of the merchant. */
export default function PaymentLinks(): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const hasChannel = useHasChannel()
  /** Merchants name their sources themselves; the texts have those of the product. */
  const sourceWord = (source: string) => wireWord('linkSources', source)
  const sources = useCall(listPaymentLinkSources, { query: { environment } })
  return (
    <ListScreen
      name="paymentLinks"
      table="payment-links"
      exports={exportPaymentLinks}
      call={listPaymentLinks}
      above={
        hasChannel === false && (
          <Suspense>
            <NoChannel />
          </Suspense>
        )
      }
      list={paymentLinkList}
      status="paymentLink"
      rowKey={(link) => link.link_ref}
      cells={{
        customer_name: (link) => <Who name={link.customer_name} email={link.email} />,
        source: (link) => <bdi>{sourceWord(link.source)}</bdi>,
        late_payment: (link) => wireWord('latePayments', link.late_payment),
      }}
      to={(link) => ({ to: 'paymentLinkDetails', search: { ref: link.link_ref } })}
      choices={
        sources.data?.length ? { source: sources.data.map((value) => ({ value, label: sourceWord(value) })) } : {}
      }
      create={{ to: 'createPaymentLink', label: t(($) => $.paymentLinks.create), rule: 'paymentLinks' }}
      empty={{ title: t(($) => $.paymentLinks.emptyTitle), text: t(($) => $.paymentLinks.emptyText) }}
    />
  )
}
