import { askUntilCertain, openPage } from './client.ts'
import { becomes, type Deployment } from './deployment.ts'
import { createIntent } from './intents.ts'
import type { SignedIn } from './invoice-calls.ts'
import { merchantOf } from './page-calls.ts'
import { pay, untilTold } from './shoppers.ts'

/** A provider's settlements as the sheets of these tests: how they are read, and their titles. */
export const settlementTitles = 'Date,Type,Reference,Gross,Fee,Tax,Currency,Batch'
export const settlementMapping = {
  engine_source: 'SHEET',
  display_name: 'Settlement',
  file_type: 'recon',
  currency: '',
  source_date_format: 'YYYY-MM-DD HH:mm:ss',
  input_header: { date: 'Date', txn_type: 'Type', txn_ref: 'Reference', amount: 'Gross', fee: 'Fee', tax: 'Tax', currency: 'Currency', batch: 'Batch' },
  reading: { decimal: '.', time_zone: 'UTC', types: { payment: 'payment', payout: 'payout' }, identity: ['Reference', 'Type', 'Batch'] },
} // prettier-ignore
/** A moment of today. Runs leave out days on which nothing is open. */
export const moment = new Date().toISOString().slice(0, 19).replace('T', ' ')
export const lineOf = (type: 'payment' | 'payout', ref: string, gross: string, { fee = '0', tax = '0', currency = 'SGD', batch = '' } = {}): string =>
  [moment, type, ref, gross, fee, tax, currency, batch].join(',') // prettier-ignore

interface PaidBatch {
  /** The channel by which its payment was made. */
  channelKey: string
  name: string
  lines: string[]
}
/** A payment that was made and booked here, and the batch of its provider that pays it out to the cent. */
export async function paidBatch(deployment: Deployment, signedIn: SignedIn): Promise<PaidBatch> {
  const load = await signedIn()
  const created = createIntent(merchantOf(load, 'acme'))
  await askUntilCertain(load, created)
  await becomes(() => openPage(load, created.answer?.ref ?? ''), 60_000)
  const attempted = await pay(load, created, 'success')
  await untilTold(load, attempted)
  const [paid] = await deployment.sql<Record<'channel' | 'ref' | 'gross' | 'fee' | 'tax' | 'net' | 'currency', string>>(
    `select channel_key as channel, channel_order_ref as ref, currency, (amount_minor / 100.0)::text as gross, (fee_minor / 100.0)::text as fee, (fee_tax_minor / 100.0)::text as tax,
       ((amount_minor - fee_minor - fee_tax_minor) / 100.0)::text as net from payments where order_ref = $1 and status = 'Success'`,
    [attempted.answer?.ref],
  )
  if (!paid) throw new Error('the payment was not made')
  const batch = `B-${paid.ref}`
  const lines = [lineOf('payment', paid.ref, paid.gross, { ...paid, batch }), lineOf('payout', batch, paid.net, { currency: paid.currency, batch })]
  return { channelKey: paid.channel, name: batch, lines }
} // prettier-ignore

/** The same by a channel of the merchant; routing may send payments by others first. */
export async function paidBatchBy(channelKey: string, deployment: Deployment, signedIn: SignedIn): Promise<PaidBatch> {
  for (let tries = 0; tries < 20; tries++) {
    const batch = await paidBatch(deployment, signedIn)
    if (batch.channelKey === channelKey) return batch
  }
  throw new Error(`no payment goes by ${channelKey}`)
}
