import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberLink } from '#console/kit/routing/number-link.tsx'
import { paymentPageList } from '#contract/payment-page-list.ts'
import { availabilities, pageTypes } from '#contract/payment-page-states.ts'
import { exportPaymentPages, listPaymentPages } from '#contract/payment-pages.ts'
import { Status } from '#console/kit/details/status.tsx'
import { CutShort, LeftToRight } from '#console/kit/details/values.tsx'
import { numberText } from '#console/kit/i18n/names.ts'
import { codeWord, useLanguage } from '#console/kit/i18n/words.ts'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useMerchantOf } from '#console/kit/list/use-merchant-of.ts'
import { Beginnings, NewPage } from './beginnings.tsx'
import { Counted } from './counted.tsx'
import { PageName } from './page-name.tsx'
import { Price, Revenue } from './price.tsx'
import { RowMenu } from './row-menu.tsx'
import { stocked, stockOf } from './stock.ts'
import { paidAt } from './to-payments.ts'

/** The payment pages of the merchant, each with its acts; of a master, those of all its merchants. */
export default function PaymentPages(): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const merchantOf = useMerchantOf()
  const count = (value: number) => numberText(value, language)
  return (
    <ListScreen
      name="paymentPages"
      table="payment-pages"
      call={listPaymentPages}
      exports={exportPaymentPages}
      list={paymentPageList}
      status="paymentPage"
      rowKey={(page) => page.page_ref}
      to={(page) => ({ to: 'paymentPageDetails', search: { ref: page.page_ref } })}
      cells={{
        title: (page) => <PageName title={page.title || page.page_ref} picture={page.picture} />,
        availability: (page) => <Status of="availability" state={page.availability} />,
        amount: (page) => <Price page={page} />,
        units_sold: (page) => (
          <NumberLink to={paidAt(page.page_ref, merchantOf(page))}>
            <Counted value={page.units_sold} words={t(($) => $.paymentPages.unitsSold, { count: page.units_sold })} />
          </NumberLink>
        ),
        revenue: (page) => <Revenue page={page} to={paidAt(page.page_ref, merchantOf(page))} />,
        stock_available: (page) =>
          page.stock_available === null
            ? t(($) => $.paymentPages.noLimit)
            : t(($) => $.paymentPages.freeOf, {
                free: count(page.stock_available),
                stocked: count(stocked(stockOf(page))),
              }),
        page_url: (page) => (
          <CutShort characters={34}>
            <LeftToRight>{page.page_url.replace(/^https?:\/\//, '')}</LeftToRight>
          </CutShort>
        ),
        expires_at: (page) => (page.expires_at === null ? t(($) => $.paymentPages.neverExpires) : undefined),
      }}
      acts={(page) => <RowMenu page={page} merchant={merchantOf(page)} />}
      choices={{
        availability: availabilities.map((value) => ({ value, label: codeWord('states.availability', value) })),
        page_type: pageTypes.map((value) => ({ value, label: codeWord('pageTypes', value) })),
      }}
      begin={<NewPage />}
      searchFinds={t(($) => $.paymentPages.searchFinds)}
      empty={{
        title: t(($) => $.paymentPages.emptyTitle),
        text: t(($) => $.paymentPages.emptyText),
        begin: <Beginnings />,
      }}
    />
  )
}
