import { amountText, type Currency } from '#contract/kit/money.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import { documentOf, escaped } from '../page-html.ts'
import type { OrderState } from './state.ts'

/** The page where the payer agrees to an order or leaves. In English: it is a tool for testing, and says so. */
export function approvalPageHtml({ order, approved, payment }: OrderState): string {
  const amount = amountText(BigInt(order.amount_minor), order.currency as Currency, defaultLanguage)
  const isOpen = approved === null && payment === null
  return documentOf(
    'PayPal: agree to pay',
    `<p class="amount">${escaped(`${amount} ${order.currency}`)}</p>
<p>${escaped(order.description ?? '')}</p>
<dl><div><dt>To</dt><dd>${escaped(order.account)}</dd></div><div><dt>Order</dt><dd>${escaped(order.id)}</dd></div></dl>
${isOpen ? formHtml : `<p class="state" role="status">${payment === null ? 'You agreed to pay.' : 'The payment is made.'}</p>`}
<p><a id="leave" href="${escaped(order.cancel_url)}">${isOpen ? 'Leave without deciding' : 'Back to the payment page'}</a></p>`,
  )
}

const formHtml = `<form method="post">
<label for="funds">Pay with</label>
<select id="funds" name="funds"><option value="good">balance</option>
<option value="declined">a card that the bank declines</option>
<option value="pending">a bank account: the money takes its time</option></select>
<label for="callbacks">How the gateway is told</label>
<select id="callbacks" name="callbacks"><option value="">once, at once</option><option value="never">never</option></select>
<button name="act" value="agree">Agree and pay</button>
<button class="no" name="act" value="cancel">Cancel</button>
</form>`
