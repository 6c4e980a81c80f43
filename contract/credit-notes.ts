import { z } from 'zod'
import { invoiceText } from './invoice-parts.ts'
import { call, content } from './kit/call.ts'
import { decimal } from './kit/decimal.ts'
import { ref } from './kit/refs.ts'
import { environment } from './kit/wire.ts'
import { Invoice } from './invoice-answers.ts'
import { limits } from './limits.ts'

/**
 * Credits an issued invoice, whole, in part by its lines, or by an amount with its share of the taxes. What is due falls by it; all
 * credit notes together are at most the invoice.
 */
export const createCreditNote = call({
  at: 'POST /api/invoices/{ref}/credit-notes',
  params: { ref: ref('invoice') },
  body: z.strictObject({
    environment: environment.optional(),
    /** Lines by their place, from 0, each with what of its quantity is credited. Without lines and amount all that is left. */
    lines: z
      .array(z.strictObject({ line: z.int().min(0), quantity: decimal() }))
      .min(1)
      .max(limits.invoiceLines)
      .optional(),
    /** In major units, taxes included. */
    amount: z.number({ error: 'not_a_number' }).optional(),
    reason: invoiceText(200),
  }),
  answer: content(Invoice),
  access: 'invoices',
  faults: ['notFound', 'wrongState', 'inFlight', 'invalidAmount'],
  repeat: 'required',
  audit: 'invoice.credit',
  notice: 'Credit Note Created successfully',
  onFailure: 'inline',
})
