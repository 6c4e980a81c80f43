import { listPaymentPages, readPaymentPage, type PaymentPageRow } from '#contract/payment-pages.ts'

/** What acts need of a page: a row has it, and so has the page itself. */
export type ActedPage = Omit<PaymentPageRow, 'picture'>

/** What becomes stale when a page is changed. */
export const ofPages = [listPaymentPages, readPaymentPage]
