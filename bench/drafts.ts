import { randomUUID } from 'node:crypto'
import { newReferenceOf } from '#server/kit/auth/merchant-hint.ts'
import { ask } from './ask-in-turn.ts'
import { asOwner } from './as-owner.ts'
import { signatureOf } from './make-link.ts'
import type { Session } from './sign-in.ts'

/** Draws up an invoice between two firms by the API, of which an electronic one can be made, and returns its reference. */
export async function makeDraft(url: string, session: Session, currency: string): Promise<string> {
  const { iamportKey: client_key, merchantUuid } = session.user
  const path = `/api/invoices/${merchantUuid}/settings`
  const { content: before } = await ask<{ content: { revision: number } }>(url, session, path)
  await ask(url, session, path, { ...seller, revision: before.revision }, { method: 'PUT' })
  const merchant_invoice_ref = randomUUID()
  const signed = {
    amount: String(amount),
    client_key,
    currency,
    failure_url: '',
    merchant_invoice_ref,
    success_url: '',
  }
  const { content } = await ask<{ content: { invoice_ref: string } }>(url, session, '/merchants/invoice', {
    ...draft,
    chaipay_key: client_key,
    environment: 'sandbox',
    merchant_invoice_ref,
    currency,
    amount,
    sub_total: subTotal,
    signature_hash: signatureOf(signed, session.signing_key),
  })
  return content.invoice_ref
}

const address = { line_1: '12 Jalan Ampang', city: 'Kuala Lumpur', zip_code: '50450', country_code: 'MY' }
const seller = {
  ...address,
  legal_name: 'Borneo Coffee Sdn. Bhd.',
  tax_number: 'MY1234567890',
  endpoint_scheme: '0230',
  endpoint_id: '1234567890',
  email: 'billing@borneo.example',
  bank_name: 'Bank of Borneo',
  account_number: '5140 1234 5678',
  terms: 'Payable within 30 days.',
}
const subTotal = 1_000
const amount = 1_085
const draft = {
  customer: { name: 'Café Élysée SARL', email: 'accounts@elysee.example' },
  buyer: { tax_number: 'FR40303265045', endpoint: { scheme: '9957', id: 'FR40303265045' }, reference: 'CC-77' },
  billing_address: { ...address, line_1: '1 rue de la Paix', city: 'Paris', zip_code: '75002', country_code: 'FR' },
  line_items: [
    { id: 'C-1', detail: 'Arabica, single estate, 1 kg', quantity: 10, rate: 40 },
    { id: 'C-2', detail: 'Robusta, washed, 1 kg', quantity: 10, rate: 20 },
    { id: 'C-3', detail: 'Paper filters, size 4', quantity: 20, rate: 5 },
    { id: 'C-4', detail: 'Tasting for six, half a day', quantity: 1, rate: 250 },
    { id: 'C-5', detail: 'Delivery to the door', quantity: 1, rate: 50 },
  ].map((line) => ({ ...line, tax_category: 'S', tax_percent: line.rate < 50 ? 10 : 5 })),
  due_date: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
  description: 'Your order of November',
}

/** Copies of a draft by SQL, each with a customer of its own; their references. */
export async function copyDraft(
  ownerUrl: string,
  { merchantId, invoiceRef }: { merchantId: string; invoiceRef: string },
  count: number,
): Promise<string[]> {
  columns ??= (
    await asOwner<{ name: string }>(
      ownerUrl,
      `select column_name as name from information_schema.columns where table_name = 'invoices'
       order by ordinal_position`,
    )
  ).map(({ name }) => name)
  const refs = Array.from({ length: count }, () => newReferenceOf(merchantId, new Date()))
  const own: Record<string, string> = {
    invoice_ref: 'c.ref',
    merchant_invoice_ref: 'c.ref',
    customer_name: `i.customer_name || ' ' || c.n`,
    customer_name_lower: `i.customer_name_lower || ' ' || c.n`,
    created_at: 'now()',
  }
  await asOwner(
    ownerUrl,
    `insert into invoices (${columns.join(', ')}) select ${columns.map((name) => own[name] ?? `i.${name}`).join(', ')}
     from invoices i, unnest($3::text[]) with ordinality c (ref, n)
     where i.merchant_id = $1 and i.environment = 'sandbox' and i.invoice_ref = $2`,
    [merchantId, invoiceRef, refs],
  )
  return refs
}
let columns: string[] | undefined
