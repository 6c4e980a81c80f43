import { amountText, type Currency } from '#contract/kit/money.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import { actsHtml } from '../bank/desk-html.ts'
import { documentOf, escaped } from '../page-html.ts'
import type { Remittance, Told } from './book.ts'
import { type QuoteRecord, type WordFault, wordFaults } from './records.ts'
import type { UnderWay } from './words.ts'

interface Desk {
  accounts: readonly string[]
  remittances: readonly Remittance[]
  quotes: readonly QuoteRecord[]
}
/** The merchant accounts that are settled, the remittances, and the quotes that may still be used. */
export const remittanceDeskHtml = ({ accounts, remittances, quotes }: Desk): string =>
  documentOf(
    'Remittance',
    `<h2>Settlements</h2>
${listOr(
  'Nothing was captured so far.',
  accounts.map((account) => `<a href="/desk/remittances/${account}">${account}</a>`),
)}
<h2>Remittances</h2>
${listOr('None was asked for.', remittances.map(remittanceHtml))}
<h2>Quotes</h2>
<p>The rates are made up.</p>
${listOr('None may be used now.', quotes.map(quoteHtml))}
<p><a href="/desk">Counter and bank</a></p>`,
  )

interface Settled {
  account: string
  underWay: readonly UnderWay[]
  told: readonly Told[]
  faults: readonly WordFault[]
}
/** One merchant account: what is under way and was told, and what shall be wrong with the next settlement. */
export const settledWordsHtml = ({ account, underWay, told, faults }: Settled): string =>
  documentOf(
    account,
    `<h2>Under way</h2>
${listOr('Everything is settled.', underWay.map(underWayHtml))}
<form method="post"><button name="act" value="settle">Settle now</button></form>
<h2>What shall be wrong with the next settlement</h2>
<form method="post">${wordFaults
      .map((fault) => `<button class="no" name="act" value="${fault}">${faultWords[fault]}</button>`)
      .join('')}</form>
${faults.length > 0 ? `<p>These wait for a settlement each.</p>${listOf(faults.map((fault) => faultWords[fault]))}` : ''}
<h2>Settled</h2>
${listOr('Nothing was told so far.', told.map(toldHtml))}
<p><a href="/desk/remittances">All accounts</a></p>`,
  )

export const noRemittanceHtml = (): string =>
  documentOf('Nothing here', '<p>No account has this page, or a field of the form cannot be.</p>')

function remittanceHtml({ record, status, returnedMinor }: Remittance): string {
  const { key, to, pays_minor, account } = record
  const returned = returnedMinor > 0n ? `, ${amount(returnedMinor, to.currency)} came back` : ''
  return `<strong>${amount(BigInt(pays_minor), to.currency)}</strong> to ${escaped(account.holder)}, ${escaped(account.country)}: ${status}${returned}${actsHtml(key, status)}`
}

const quoteHtml = ({ from, to, reference, expires_at }: QuoteRecord): string =>
  `<strong>${escaped(`${from} ${to} ${reference}`)}</strong> until ${escaped(expires_at)}`

const underWayHtml = ({ day, currency, payments, refunds, grossMinor }: UnderWay): string =>
  `<strong>${amount(grossMinor, currency)}</strong> ${counted(payments, 'payment')}, ${counted(refunds, 'refund')}, due on ${day}`

const toldHtml = ({ ref, currency, settled_on, lines, netMinor, fault }: Told): string =>
  `<strong>${amount(netMinor, currency)}</strong> ${escaped(ref)} on ${settled_on}, ${counted(lines, 'line')}${fault ? `. ${faultWords[fault]}` : ''}`

const faultWords: Record<WordFault, string> = {
  payment_too_many: 'A payment too many, which nobody asked for',
  payment_too_few: 'A payment too few, which comes with the next one',
  payment_twice: 'A payment twice',
  other_amount: 'A payment that is a minor unit too low',
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
const listOf = (items: readonly string[]): string => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
const listOr = (otherwise: string, items: readonly string[]): string =>
  items.length > 0 ? listOf(items) : `<p>${otherwise}</p>`
const amount = (minor: bigint, currency: string): string =>
  escaped(`${amountText(minor, currency as Currency, defaultLanguage)} ${currency}`)
