import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'

/** The list of a page's payments on its own screen; filters are those of the list. */
export const paymentsOf = (ref: string, merchant: string, filters: Record<string, string> = {}): AnyDestination => ({
  to: 'paymentPageDetails',
  search: { ref, ...(merchant ? { merchant } : {}), tab: 'transactions', ...filters },
})

/** The payments that make the units sold and the revenue. */
export const paidAt = (ref: string, merchant: string): AnyDestination =>
  paymentsOf(ref, merchant, { status: 'Success' })
