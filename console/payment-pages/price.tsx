import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentPageRow } from '#contract/payment-pages.ts'
import { Amount } from '#console/kit/details/values.tsx'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { NumberLink } from '#console/kit/routing/number-link.tsx'

type Priced = Pick<PaymentPageRow, 'page_type' | 'amount' | 'currency'>

/** The price of one unit; where the shopper chooses, the suggested amount, if there is one. */
export function Price({ page }: { page: Priced }): ReactNode {
  const { t } = useTranslation()
  if (page.page_type === 'custom_amount' && page.amount === 0) return t(($) => $.paymentPages.anyAmount)
  return <Amount value={page.amount} currency={page.currency} />
}

/** What a page took less what went back, as the way to the payments that make it. */
export const Revenue = ({
  page,
  to,
}: {
  page: Pick<PaymentPageRow, 'revenue' | 'currency'>
  to: AnyDestination
}): ReactNode => (
  <NumberLink to={to}>
    <Amount value={page.revenue} currency={page.currency} />
  </NumberLink>
)
