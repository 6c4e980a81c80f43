import { askUntilCertain, openPage } from './client.ts'
import { becomes, type Deployment } from './deployment.ts'
import { createIntent } from './intents.ts'
import type { SignedIn } from './invoice-calls.ts'
import { merchantOf } from './page-calls.ts'
import { pay, untilTold } from './shoppers.ts'

/** A provider's settlements as the sheets of these tests: how they are read, and their titles. */
export const settlementTitles = 'Date,Type,Reference,Gross,Fee,Tax,Currency,Batch'
export const settlementMapping = {
  payment_channel_key: 'SIMULATOR',
  engine_source: 'SHEET',
  display_name: 'Settlement',
  file_type: 'recon',
  currency: '',
  source_date_format: 'YYYY-MM-DD HH:mm:ss',
  input_header: { date: 'Date', txn_type: 'Type', txn_ref: 'Reference', amount: 'Gross', fee: 'Fee', tax: 'Tax', currency: 'Currency', batch: 'Batch' },
  reading: { decimal: '.', time_zone: 'UTC', types: { payment: 'payment', payout: 'payout' }, identity: ['Reference', 'Type', 'Batch'] },
} // prettier-ignore
export const lineOf = (type: 'payment' | 'payout', ref: string, gross: string, { fee = '0', tax = '0', currency = 'SGD', batch = '' } = {}): string =>
  ['2026-03-01 10:00:00', type, ref, gross, fee, tax, currency, batch].join(',') // prettier-ignore

/** A payment that was made and booked here, and the batch of its provider that pays it out to the cent. */
export async function paidBatch(deployment: Deployment, signedIn: SignedIn): Promise<{ name: string; lines: string[] }> {
  const load = await signedIn()
  const created = createIntent(merchantOf(load, 'acme'))
  await askUntilCertain(load, created)
  await becomes(() => openPage(load, created.answer?.ref ?? ''), 60_000)
  const attempted = await pay(load, created, 'success')
  await untilTold(load, attempted)
  const [paid] = await deployment.sql<Record<'ref' | 'gross' | 'fee' | 'tax' | 'net' | 'currency', string>>(
    `select channel_order_ref as ref, currency, (amount_minor / 100.0)::text as gross, (fee_minor / 100.0)::text as fee, (fee_tax_minor / 100.0)::text as tax,
       ((amount_minor - fee_minor - fee_tax_minor) / 100.0)::text as net from payments where order_ref = $1 and status = 'Success'`,
    [attempted.answer?.ref],
  )
  if (!paid) throw new Error('the payment was not made')
  const batch = `B-${paid.ref}`
  const lines = [lineOf('payment', paid.ref, paid.gross, { ...paid, batch }), lineOf('payout', batch, paid.net, { currency: paid.currency, batch })]
  return { name: batch, lines }
} // prettier-ignore
