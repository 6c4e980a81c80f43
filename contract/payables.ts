/**
 * What a payment may have paid, with the fields that name the object on the wire: of a payment's row, and of its webhook. They
 * are empty in a payment of another kind. An object that takes several payables, such as a page with its orders, is named
 * instead of each of them.
 */
export const payableFields = {
  link: { row: 'link_ref', webhook: ['link_order_ref', 'payment_link_ref'] },
} as const
export type PayableField = (typeof payableFields)[keyof typeof payableFields]['row']
