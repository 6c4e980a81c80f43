import { Fault, fieldFault } from '#contract/faults.ts'
import { amountsOf, type Itemised } from '#contract/invoice-amounts.ts'
import { looksDrawn } from '#contract/invoice-numbers.ts'
import type { InvoiceSums } from '#contract/invoice-sums.ts'
import { recordedAmount, type Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findInvoice, type InvoiceRow } from '#server/invoice-store/queries.ts'
import { patternOf, settingsOf } from '#server/invoice-store/settings.ts'

/** The sums of an invoice. Throws `invalidAmount` with all that is wrong with its lines and costs. */
export function sumsOf(content: Itemised, currency: Currency): InvoiceSums {
  const sums = amountsOf(content, currency)
  if (Array.isArray(sums)) throw new Fault('invalidAmount', { errors: sums.slice(0, faultsMost) })
  return sums
}
/** That one answer names. */
const faultsMost = 20

/** Throws `invalidAmount` with both numbers where a request says another one than the lines make. */
export function checkSaid(path: 'amount' | 'sub_total', said: bigint, made: bigint, currency: Currency): void {
  if (said === made) return
  throw new Fault('invalidAmount', {
    errors: [
      {
        path,
        reason: 'not_the_sum',
        params: { said: recordedAmount(said, currency), made: recordedAmount(made, currency) },
        text: `The lines make ${recordedAmount(made, currency)}, not ${recordedAmount(said, currency)}.`,
      },
    ],
  })
}

/** What an invoice has to keep to beside its amounts, whoever writes it. Throws the fault of the first that is broken. */
export function checkTerms(invoice: Terms): void {
  if (invoice.due_date < invoice.invoice_date)
    throw fieldFault('invalidRequest', 'due_date', 'before_invoice_date', 'It is due before its own date.')
  if (invoice.least_partial_minor > invoice.amount_minor)
    throw fieldFault('invalidAmount', 'least_partial_amount', 'more_than_amount', 'This is more than the invoice.')
}
type Terms = Pick<InvoiceRow, 'due_date' | 'invoice_date' | 'least_partial_minor' | 'amount_minor'>

/**
 * Checks a number that the merchant gives: one that the series would draw is refused, since it would stand in its way. Throws
 * `numberOfSeries` and `invalidRequest`.
 */
export async function checkNumber(ctx: Ctx, number: string): Promise<void> {
  if (number === '') return
  if (looksDrawn(patternOf(await settingsOf(ctx), 'invoice'), number))
    throw fieldFault('numberOfSeries', 'invoice_number', 'number_of_series')
}

/** Checks the forerunner that an invoice names. Throws `notFound`, and `invalidRequest` for one that is not voided. */
export async function checkForerunner(ctx: Ctx, invoiceRef: string): Promise<void> {
  if (invoiceRef === '') return
  const forerunner = await findInvoice(ctx, invoiceRef)
  if (!forerunner) throw new Fault('notFound')
  if (forerunner.status !== 'voided')
    throw fieldFault('invalidRequest', 'replaces', 'not_voided', 'Only a voided invoice is replaced.')
}
