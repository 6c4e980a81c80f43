import { type Currency, currencyCodes } from '../kit/money.ts'
import type { CatalogueEntry } from './entry.ts'

/** PayPal takes no payment in these. */
const refused: readonly Currency[] = [
  'AED', 'COP', 'IDR', 'INR', 'KES', 'KHR', 'KRW', 'NGN', 'TZS', 'UGX', 'VND', 'WST', 'ZAR',
] // prettier-ignore
const currencies = currencyCodes.filter((currency) => !refused.includes(currency))
const where = 'developer.paypal.com → Apps & Credentials → Sandbox or Live → your app'

export const paypal: CatalogueEntry = {
  key: 'PAYPAL',
  name: 'PayPal',
  type: 'Digital Wallet',
  provider: 'paypal',
  payTypes: ['PAYIN'],
  countries: 'GLOBAL',
  currencies,
  wholeAmounts: ['JPY', 'TWD'],
  homeOnly: { BRL: 'BR', CNY: 'CN', MYR: 'MY' },
  ways: [
    {
      type: 'WALLET',
      subType: 'PAYPAL',
      minimum: Object.fromEntries(currencies.map((currency) => [currency, currency === 'TWD' ? 100 : 1])),
      refunds: { kind: 'several', days: 180 },
      authorisedDays: 29,
    },
  ],
  credentials: [
    {
      name: 'client_id',
      label: 'Client ID',
      where,
      secret: false,
      pattern: { sandbox: '[A-Za-z0-9_-]{16,200}', live: '[A-Za-z0-9_-]{16,200}' },
    },
    {
      name: 'client_secret',
      label: 'Secret key 1',
      where,
      secret: true,
      pattern: { sandbox: '[A-Za-z0-9_-]{16,200}', live: '[A-Za-z0-9_-]{16,200}' },
    },
    { name: 'webhook_id', label: 'Webhook ID', where: `${where} → Webhooks`, secret: false, ours: true },
    {
      name: 'merchant_id',
      label: 'Merchant ID',
      where: 'Account Settings → Business information',
      secret: false,
      ours: true,
    },
  ],
  onboarding: ['keys', 'referral'],
  cardEntry: null,
  callbacks: 'registered',
}
