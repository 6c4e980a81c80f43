import type { PaymentPageRow } from '#contract/payment-pages.ts'
import { paymentPageStates } from '#contract/payment-page-states.ts'

/** The acts on a page, in the order of its menu. */
export const pageActs = [
  'open', 'copy', 'share', 'edit', 'stock', 'duplicate', 'activate', 'deactivate', 'cancel',
] as const // prettier-ignore
export type PageAct = (typeof pageActs)[number]

/** The acts that a page's state allows, for users who may change pages or only look at them. */
export function actsOn(
  { status, stock_available }: Pick<PaymentPageRow, 'status' | 'stock_available'>,
  writable: boolean,
): PageAct[] {
  const over = status === 'cancelled'
  const allowed: Record<PageAct, boolean> = {
    open: true,
    copy: !over,
    share: !over,
    edit: writable && !over,
    stock: writable && !over && stock_available !== null,
    duplicate: writable,
    activate: writable && paymentPageStates.can(status, 'activate'),
    deactivate: writable && paymentPageStates.can(status, 'deactivate'),
    cancel: writable && paymentPageStates.can(status, 'cancel'),
  }
  return pageActs.filter((act) => allowed[act])
}
