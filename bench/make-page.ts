import { randomUUID } from 'node:crypto'
import { ask } from './ask-in-turn.ts'
import { signatureOf } from './make-link.ts'
import type { Session } from './sign-in.ts'

/** The price of a unit, in major units. */
export const unitPrice = 12.5

/** Makes a page as the console does, and returns its reference. It sells units at one price, with a few questions. */
export async function makePage(
  url: string,
  session: Session,
  { currency, merchant_order_id = randomUUID(), ...more }: NewPage,
): Promise<string> {
  const { iamportKey: client_key } = session.user
  const signed = {
    amount: String(unitPrice),
    client_key,
    currency,
    failure_url: '',
    merchant_order_id,
    success_url: '',
  }
  const { content } = await ask<{ content: { page_ref: string } }>(url, session, '/merchants/paymentPage', {
    chaipay_key: client_key,
    environment: 'sandbox',
    merchant_order_id,
    amount: unitPrice,
    currency,
    page_type: 'fixed_with_quantity',
    title: 'Trail jacket',
    name_field: 'required',
    custom_fields: [
      { id: sizeField, type: 'dropdown', title: 'Size', options: sizes, optional: false },
      { id: 'fnote000', type: 'paragraph', title: 'A note to us', optional: true },
    ],
    ...more,
    signature_hash: signatureOf(signed, session.signing_key),
  })
  return content.page_ref
}
interface NewPage {
  currency: string
  merchant_order_id?: string
  [field: string]: unknown
}
export const sizeField = 'fsize000'
export const sizes = ['S', 'M', 'L']
