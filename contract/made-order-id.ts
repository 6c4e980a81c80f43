/** An order id of our own making, where the merchant gives none. Two in one millisecond are the same. */
export const newOrderId = (now: Date): string => `MERCHANT${now.getTime()}`

/**
 * The order id as a shopper sees it: one that we have made, or that numbers the charges of a
 * subscription, says nothing to them, so it is empty.
 */
export const shownOrderId = (orderId: string): string =>
  /^(MERCHANT\d{13}|[0-9A-Za-z]{27}_\d+)$/.test(orderId) ? '' : orderId
