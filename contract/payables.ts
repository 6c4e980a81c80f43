/**
 * The kinds of payables, with the fields that refer to the object in a payment's row and in its webhook. In payments
 * of another kind these fields are empty. An object with several payables, such as a page with orders, is the one
 * that the fields refer to.
 */
export const payableFields = {
  link: { row: 'link_ref', webhook: ['link_order_ref', 'payment_link_ref'] },
  page_order: { row: 'page_ref', webhook: ['page_ref'] },
  invoice: { row: 'invoice_ref', webhook: ['invoice_ref'] },
  subscription: { row: 'subscription_order_ref', webhook: ['subscription_order_ref'] },
  subscription_charge: { row: 'subscription_order_ref', webhook: ['subscription_order_ref'] },
} as const
export type PayableField = (typeof payableFields)[keyof typeof payableFields]['row']
