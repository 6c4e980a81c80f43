import type { FastifyInstance, FastifyReply } from 'fastify'
import { amountText, type Currency } from '#contract/kit/money.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import { documentOf, escaped } from '../page-html.ts'
import { readForms, sendPage } from '../send-page.ts'
import { CardForm, isProblem, tokenFor } from '../tokens.ts'
import type { InvoiceEntry } from './records.ts'
import type { RouteParts } from './kit.ts'
import { keyOf } from './views.ts'

/** The page of an invoice, on which the shopper enters a card. Wallets and banks have the simulator's own pages. */
export function xenditPages(app: FastifyInstance, parts: RouteParts): void {
  const { append, payments, shelf, show, now, origin } = parts
  app.register(async (pages) => {
    readForms(pages)

    pages.get<{ Params: { page: string } }>('/web/:page', (request, reply) => {
      const invoice = shelf.byPage(request.params.page)
      return invoice ? showInvoice(reply, invoice) : gone(reply)
    })

    pages.post<{ Params: { page: string } }>('/web/:page', async (request, reply) => {
      const invoice = shelf.byPage(request.params.page)
      if (!invoice) return gone(reply)
      const form = CardForm.omit({ publishable_key: true }).safeParse(request.body)
      if (!form.success) return showInvoice(reply.code(400), invoice, 'Fill in the whole form.')
      const card = tokenFor({ ...form.data, publishable_key: '' }, now())
      if (isProblem(card)) return showInvoice(reply.code(400), invoice, card.message)
      const kept = append(card)
      // Between this look and the payment's entry in the book there is no pause.
      const before = show.attempts(invoice)
      if (show.invoiceStatus(invoice) !== 'PENDING' || before.some(({ status }) => status === 'pending')) {
        return showInvoice(reply, invoice)
      }
      const answer = await payments.pay(keyOf(invoice.id, before.length + 1), {
        amount_minor: invoice.amount_minor,
        currency: invoice.currency,
        method: { type: 'CARD', sub_type: 'INT_CREDIT_DEBIT_CARD' },
        token: card.token,
        payer_name: form.data.holder,
        capture: true,
        description: invoice.description,
        callback_url: '',
        return_url: `${origin()}/web/${invoice.page}`,
        expires_at: invoice.expires_at,
      })
      await kept
      if (answer.kind !== 'done')
        return showInvoice(reply.code(500), invoice, 'The card could not be charged. Try again.')
      const { status, action, decline } = answer.view
      if (action?.kind === 'redirect') return reply.redirect(action.url, 303)
      if (status === 'captured') return reply.redirect(invoice.success_url, 303)
      return showInvoice(reply, invoice, decline?.message)
    })

    function showInvoice(reply: FastifyReply, invoice: InvoiceEntry, problem?: string): FastifyReply {
      const status = show.invoiceStatus(invoice)
      const busy = show.attempts(invoice).some((attempt) => attempt.status === 'pending')
      const said =
        problem ?? (status === 'PENDING' ? show.attempts(invoice).at(-1)?.decline && declinedText : undefined)
      return sendPage(reply, invoiceHtml(invoice, busy ? 'BUSY' : status, said), invoice.success_url)
    }
  })
}
const declinedText = 'The card was declined. Try another one.'

const gone = (reply: FastifyReply): FastifyReply =>
  sendPage(reply.code(404), documentOf('Nothing here', '<p>No invoice has this page.</p>'))

function invoiceHtml(invoice: InvoiceEntry, status: keyof typeof stateWords | 'PENDING', problem?: string): string {
  const { amount_minor, currency, description, success_url } = invoice
  const amount = `${amountText(BigInt(amount_minor), currency as Currency, defaultLanguage)} ${currency}`
  return documentOf(
    'Pay by card',
    `<p class="amount">${escaped(amount)}</p>
<p>${escaped(description)}</p>
${problem ? `<p class="state" role="alert">${escaped(problem)}</p>` : ''}
${status === 'PENDING' ? cardForm : `<p class="state" role="status">${stateWords[status]}</p>`}
<p><a id="leave" href="${escaped(success_url)}">${status === 'PENDING' ? 'Leave without paying' : 'Back to the payment page'}</a></p>`,
  )
}
const stateWords = {
  PAID: 'The invoice is paid.',
  EXPIRED: 'The time to pay is over.',
  BUSY: 'The payment is being worked on by the bank.',
}

const cardForm = `<form method="post" autocomplete="off">
<label for="number">Card number</label><input id="number" name="number" inputmode="numeric" required>
<label for="exp_month">Expiry month</label><input id="exp_month" name="exp_month" inputmode="numeric" required>
<label for="exp_year">Expiry year</label><input id="exp_year" name="exp_year" inputmode="numeric" required>
<label for="cvc">Security code</label><input id="cvc" name="cvc" inputmode="numeric" required>
<label for="holder">Name on the card</label><input id="holder" name="holder" required>
<button>Pay</button></form>`
