import { amountText, type Currency } from '#contract/kit/money.ts'
import { wayOf } from '#contract/methods.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import type { Payment } from './book.ts'
import { isWaiting, takesLateMoney } from './payer.ts'

/** The page where a payer decides about one payment. In English: it is a tool for testing, and says so. */
export function payerPageHtml(payment: Payment): string {
  const { record, status } = payment
  const { title, approve, decline } = wordsFor(payment)
  const amount = `${amountText(BigInt(record.amount_minor), record.currency as Currency, defaultLanguage)} ${record.currency}`
  const open = isWaiting(payment) || takesLateMoney(payment)
  const back = record.return_url
    ? `<p><a id="leave" href="${escaped(record.return_url)}">${open && !record.shown ? 'Leave without deciding' : 'Back to the payment page'}</a></p>`
    : ''
  return documentOf(
    title,
    `<p class="amount">${escaped(amount)}</p>
<p>${escaped(record.description ?? '')}</p>
${shownHtml(payment)}
${open ? formHtml(approve, isWaiting(payment) ? decline : '') : `<p class="state" role="status">${stateWords[status]}</p>`}
${takesLateMoney(payment) ? `<p class="state">${stateWords[status]} A transfer can arrive all the same.</p>` : ''}
${back}`,
  )
}

/** A form that finds a payment by what its payer was shown. */
export const deskHtml = ({ code }: { code: string }): string =>
  documentOf(
    'Counter and bank',
    `<form action="/desk" method="get"><label for="code">Pay code, account number, reference or telephone (+62…)</label>
<input id="code" name="code" value="${escaped(code)}" autocomplete="off" required>
${code ? '<p class="state" role="alert">Nothing waits for this code.</p>' : ''}
<button type="submit">Find the payment</button></form>
<p><a href="/desk/bank">Virtual accounts</a> · <a href="/desk/remittances">Remittance</a> · <a href="/desk/accounts">Simulated accounts</a> · <a href="/desk/settlement">Settlement</a> · <a href="/desk/receivers">Receivers of webhooks</a></p>`,
  )

export const gonePageHtml = (): string => documentOf('Nothing here', '<p>No payment has this page.</p>')

/** A page of the simulator in the form of all of them; `body` is markup. */
export const documentOf = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)} · simulated provider</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/pages.css"><link rel="icon" href="data:,"></head>
<body><main><p class="test">Simulated provider. No money moves.</p><h1>${escaped(title)}</h1>
${body}</main></body></html>
`

/** The choice how the gateway is told of what a form does. */
export const tellingHtml = `<label for="callbacks">How the gateway is told</label>
<select id="callbacks" name="callbacks"><option value="">once, at once</option><option value="thrice">three times</option>
<option value="late">late</option><option value="reversed">and of the beginning again, afterwards</option>
<option value="never">never</option></select>`

const formHtml = (approve: string, decline: string): string => `<form method="post">
${tellingHtml}
<button name="act" value="approve">${approve}</button>
${decline && `<button class="no" name="act" value="decline">${decline}</button>\n<button class="no" name="act" value="no_funds">Not enough money</button>`}
</form>`

function shownHtml({ record: { shown, method, bank } }: Payment): string {
  const { code, account, phone } = shown ?? {}
  const facts: [string, string | undefined][] = [
    ['Method', wayOf(method?.type ?? 'CARD', method?.sub_type ?? '')?.name ?? method?.type],
    ['Bank', bank],
    ['Pay code', code],
    ['Account', account && `${account.bank}, ${account.number}`],
    ['Reference', account?.reference],
    ['Telephone', phone],
  ]
  const rows = facts.flatMap(([name, value]) =>
    value ? [`<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`] : [],
  )
  return `<dl>${rows.join('')}</dl>`
}

function wordsFor({ record: { card, method, shown } }: Payment): Record<'title' | 'approve' | 'decline', string> {
  if (card) return { title: 'Your bank asks: is it you?', approve: 'Yes, it is me', decline: 'No, refuse' }
  if (method?.type === 'OTC') return { title: 'At the counter', approve: 'Pay now', decline: 'Refuse the code' }
  if (method?.type === 'COD')
    return { title: 'At the door', approve: 'The cash is collected', decline: 'The parcel is refused' }
  if (method?.type === 'DIRECT_DEBIT' || method?.type === 'SUBSCRIPTION_DIRECT_DEBIT')
    return { title: 'Debit mandate', approve: 'Sign the mandate and pay', decline: 'Refuse' }
  if (method?.type === 'SUBSCRIPTION_BANK_TRANSFER')
    return { title: 'Agreement with your bank', approve: 'Agree and pay', decline: 'Refuse' }
  if (shown?.account)
    return { title: 'At the bank', approve: 'The transfer arrives', decline: 'The transfer is rejected' }
  if (shown?.qr) return { title: 'Scanned code', approve: 'Pay', decline: 'Refuse' }
  return { title: 'Confirm the payment', approve: 'Approve', decline: 'Decline' }
}

const stateWords: Record<Payment['status'], string> = {
  authorised: 'The payment is authorised.',
  captured: 'The payment is paid.',
  succeeded: 'The payment is paid.',
  pending: 'The payment is being worked on by the bank.',
  declined: 'The payment was declined.',
  expired: 'The time to pay is over.',
}

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export const styles = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;padding:24px 16px;background:Canvas;color:CanvasText;overflow-wrap:anywhere}
main{max-width:420px;margin:auto;border:1px solid GrayText;border-radius:12px;padding:20px}
h1{font-size:20px;margin:0 0 8px}h2{font-size:17px;margin:16px 0 8px}.amount{font-size:28px;font-weight:600;margin:0}
.test{margin:0 0 12px;font-size:14px}dl div{display:flex;gap:12px;justify-content:space-between}dd{margin:0}
ul{margin:0 0 16px;padding:0;list-style:none}li{padding:12px 0;border-bottom:1px solid GrayText}li a{display:block;font-weight:600}
label{display:block;font-size:14px}select,input,button{font:inherit;width:100%;min-height:44px;margin:6px 0;box-sizing:border-box}
button{border:0;border-radius:8px;background:#1b5fd1;color:#fff;cursor:pointer}button.no{background:none;color:inherit;border:1px solid}
.state{font-weight:600}pre{white-space:pre-wrap;font-size:13px}`
