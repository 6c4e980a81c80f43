import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  exportPaymentLinks,
  listPaymentLinks,
  listPaymentLinkSources,
  paymentLinkList,
} from '#contract/payment-links.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { wireWord } from '#console/kit/i18n/words.ts'

/** The payment links of the merchant. */
export default function PaymentLinks(): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const sources = useCall(listPaymentLinkSources, { query: { environment } })
  return (
    <ListScreen
      name="paymentLinks"
      table="payment-links"
      exports={exportPaymentLinks}
      call={listPaymentLinks}
      list={paymentLinkList}
      status="paymentLink"
      rowKey={(link) => link.link_ref}
      cells={{ late_payment: (link) => wireWord('latePayments', link.late_payment) }}
      to={(link) => ({ to: 'paymentLinkDetails', search: { ref: link.link_ref } })}
      choices={sources.data?.length ? { source: sources.data.map((value) => ({ value, label: value })) } : {}}
      create={{ to: 'createPaymentLink', label: t(($) => $.paymentLinks.create), rule: 'paymentLinks' }}
      empty={{ title: t(($) => $.paymentLinks.emptyTitle), text: t(($) => $.paymentLinks.emptyText) }}
    />
  )
}
