import { amountText, type Currency } from '#contract/kit/money.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import { documentOf, escaped } from '../page-html.ts'
import type { BankAccount, BankPayout } from './book.ts'
import type { BankStatus } from './manners.ts'

/** The bank's accounts, and a form for the number of one. */
export const bankAccountsHtml = ({ accounts, asked }: { accounts: BankAccount[]; asked: string }): string =>
  documentOf(
    'Simulator Bank',
    `<form action="/desk/bank" method="get"><label for="account">Number of a virtual account</label>
<input id="account" name="account" value="${escaped(asked)}" autocomplete="off" required>
${asked ? '<p class="state" role="alert">There is no such account.</p>' : ''}
<button type="submit">Open the account</button></form>
<ul>${accounts
      .slice(-100)
      .toReversed()
      .map(({ record, balanceMinor }) => {
        const words = `${escaped(record.name)}, ${record.account_no}`
        return `<li><a href="/desk/bank/${record.account_no}">${words}</a> ${amount(balanceMinor, record.currency)}</li>`
      })
      .join('')}</ul>
<p><a href="/desk">Counter and bank</a></p>`,
  )

/** One account: its balance, a transfer onto it, and its payouts. */
export const bankAccountHtml = ({ record, balanceMinor }: BankAccount, payouts: readonly BankPayout[]): string =>
  documentOf(
    record.name,
    `<p class="amount">${amount(balanceMinor, record.currency)}</p>
<p>${record.account_no}</p>
<form method="post"><label for="amount">Transfer onto the account, in ${record.currency}</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off" required pattern="[0-9]{1,12}(\\.[0-9]{1,3})?">
<label for="payer">Payer</label><input id="payer" name="payer" value="Ada Lovelace" maxlength="140">
<button type="submit">Send the transfer</button></form>
<ul>${payouts.map(payoutHtml).join('')}</ul>
<p><a href="/desk/bank">All accounts</a></p>`,
  )

export const noBankAccountHtml = (): string =>
  documentOf('Nothing here', '<p>No account has this page, or a field of the form cannot be.</p>')

function payoutHtml({ record, status, returnedMinor }: BankPayout): string {
  const returned = returnedMinor > 0n ? `, ${amount(returnedMinor, record.currency)} came back` : ''
  return `<li><strong>${amount(BigInt(record.amount_minor), record.currency)}</strong> to ${escaped(record.to.holder)}: ${status}${returned}${actsHtml(record.key, status)}</li>`
}

/** A form with what a person at the bank can do with what it pays out; nothing where that is over. */
export function actsHtml(key: string, status: BankStatus): string {
  const acts = actsOf[status].map(({ act, words }) => `<button class="no" name="act" value="${act}">${words}</button>`)
  if (acts.length === 0) return ''
  return `<form method="post"><input type="hidden" name="key" value="${escaped(key)}">${acts.join('')}</form>`
}

const actsOf: Record<BankStatus, readonly { act: 'pay' | 'refuse' | 'return'; words: string }[]> = {
  pending: [
    { act: 'pay', words: 'Pay it' },
    { act: 'refuse', words: 'Refuse it' },
  ],
  paid: [{ act: 'return', words: 'Send it back' }],
  failed: [],
  returned: [],
}

const amount = (minor: bigint, currency: string): string =>
  escaped(`${amountText(minor, currency as Currency, defaultLanguage)} ${currency}`)
