import type { OfferedMethod } from '#contract/methods.ts'
import { type Markup, markup } from './markup.ts'

/** The ground, and where it is not white the ink, of ways with a name of their own. */
export const wayColours: Readonly<Record<string, readonly [ground: string, ink?: string]>> = {
  GRABPAY: ['#00873c'],
  MOMO: ['#a50064'],
  ZALOPAY: ['#0a5fd6'],
  TRUEMONEY: ['#d9541e'],
  TOUCHNGO: ['#0057a8'],
  GCASH: ['#0a66d8'],
  DANA: ['#0b74c4'],
  KAKAOPAY: ['#ffe300', '#2b2114'],
  ALIPAY: ['#1468d6'],
  OVO: ['#4b2a86'],
  LINKAJA: ['#d61f26'],
  SHOPEEPAY: ['#d8401f'],
  PAYMAYA: ['#101820', '#6fe3a5'],
  PAYPAL: ['#0b3a86'],
  FPX: ['#0d4f8b'],
  KONBINI: ['#2f6f4f'],
  ALFAMART: ['#cf1f2b'],
  INDOMARET: ['#0a4ea3', '#ffd54a'],
  '7ELEVEN': ['#0d7a47'],
  CEBUANA: ['#a3161c', '#ffe08a'],
  PAYNOW: ['#7b1d78'],
  PROMPTPAY: ['#14386b'],
  VIETQR: ['#c4161c'],
  DUITNOW: ['#d81f5b'],
  QRIS: ['#b51f2e'],
  QRPH: ['#123a94'],
  KHQR: ['#c81a1a'],
}

const bank = markup`<path d="M11 10l8-5 8 5zM13 10v7M17 10v7M21 10v7M25 10v7M11 19h16"/>`
const phone = markup`<path d="M14 4h10v16h-10zM18 17.5h2"/>`
const card = markup`<path d="M9 6h20v12h-20zM9 10h20M12 15h5"/>`
const signing = markup`<path d="M10 18h18M12 15l9-9 3 3-9 9h-3z"/>`
const sending = markup`<path d="M9 9l6-4 6 4zM10.5 9v6M15 9v6M19.5 9v6M9 17h12M24 9h6l-2-2M30 9l-2 2M30 15h-6l2-2M24 15l2 2"/>`

/** What stands for a way without a name of its own: lines in the colour of the text. */
export const genericMarks: Record<OfferedMethod, Markup> = {
  CARD: card,
  WALLET: markup`<path d="M10 7h16v11h-18v-13h15v2M22 11h6v4h-6z"/>`,
  QR_CODE: markup`<path d="M12 5h5v5h-5zM21 5h5v5h-5zM12 14h5v5h-5zM21 14h2v2h3M26 19h-5"/>`,
  UPI: markup`<path d="M14 4h10v16h-10zM17 12l2 2 3-4"/>`,
  NET_BANKING: bank,
  MOBILE_MONEY: phone,
  DIRECT_DEBIT: signing,
  SUBSCRIPTION_CARD: card,
  SUBSCRIPTION_DIRECT_DEBIT: signing,
  SUBSCRIPTION_BANK_TRANSFER: bank,
  INSTALLMENT: markup`<path d="M11 7h16v12h-16zM11 11h16M15 4.5v4M23 4.5v4M15 15h3"/>`,
  BNPL: markup`<circle cx="19" cy="12" r="7.5"/><path d="M19 7.5v4.5l3 2"/>`,
  VA_BANK_TRANSFER: sending,
  BANK_TRANSFER: sending,
  DIRECT_BANK_TRANSFER: sending,
  OTC: markup`<path d="M11 5v14M14 5v14M18 5v14M20.5 5v14M24 5v14M27 5v14"/>`,
  COD: markup`<path d="M9 7h11v9h-11zM20 10h5l4 3v3h-9z"/><circle cx="13" cy="17.5" r="1.8"/><circle cx="25" cy="17.5" r="1.8"/>`,
}
