import type { Currency } from '../kit/money.ts'
import type { CatalogueEntry, CatalogueWay } from './entry.ts'

/** The smallest charges that Stripe publishes, in minor units; a currency that is absent has no minimum of its own. */
const minimum: Readonly<Partial<Record<Currency, number>>> = {
  AED: 200, AUD: 50, BRL: 50, CAD: 50, EUR: 50, GBP: 30, HKD: 400, INR: 50, JPY: 50, MXN: 1_000, MYR: 200, NZD: 50,
  PLN: 200, SGD: 50, THB: 1_000, USD: 50,
} // prettier-ignore

/** Eight digits of Stripe's own units, which for UGX are hundredths; some currencies have more. */
const eightDigits = 99_999_999
const maximum: Readonly<Record<Currency, number>> = {
  AED: eightDigits, AUD: eightDigits, BRL: eightDigits, CAD: eightDigits, CNY: eightDigits, COP: 9_999_999_999,
  EUR: eightDigits, GBP: eightDigits, HKD: eightDigits, IDR: 999_999_999_999, INR: 999_999_999, JPY: 9_999_999_999,
  KES: eightDigits, KHR: eightDigits, KRW: eightDigits, MXN: eightDigits, MYR: eightDigits, NGN: eightDigits,
  NZD: eightDigits, PHP: eightDigits, PLN: eightDigits, SGD: eightDigits, THB: eightDigits, TWD: eightDigits,
  TZS: eightDigits, UGX: 999_999, USD: eightDigits, VND: eightDigits, WST: eightDigits, ZAR: eightDigits,
} // prettier-ignore

/** The banks of FPX by their keys at Stripe. */
const fpxBanks: Readonly<Record<string, string>> = {
  affin_bank: 'Affin Bank',
  agrobank: 'Agrobank',
  alliance_bank: 'Alliance Bank',
  ambank: 'AmBank',
  bank_islam: 'Bank Islam',
  bank_muamalat: 'Bank Muamalat',
  bank_of_china: 'Bank of China',
  bank_rakyat: 'Bank Rakyat',
  bsn: 'BSN',
  cimb: 'CIMB Clicks',
  deutsche_bank: 'Deutsche Bank',
  hong_leong_bank: 'Hong Leong Bank',
  hsbc: 'HSBC BANK',
  kfh: 'KFH',
  maybank2e: 'Maybank2E',
  maybank2u: 'Maybank2U',
  ocbc: 'OCBC Bank',
  public_bank: 'Public Bank',
  pb_enterprise: 'PB Enterprise',
  rhb: 'RHB Bank',
  standard_chartered: 'Standard Chartered',
  uob: 'UOB Bank',
}

const card = (subType: string): CatalogueWay => ({
  type: 'CARD',
  subType,
  minimum,
  maximum,
  refunds: { kind: 'several' },
  authorisedDays: 7,
})

export const stripe: CatalogueEntry = {
  key: 'STRIPE',
  name: 'Stripe',
  type: 'Gateway',
  provider: 'stripe',
  payTypes: ['PAYIN'],
  countries: [
    'AE', 'AT', 'AU', 'BE', 'BG', 'BR', 'CA', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GI', 'GR', 'HK',
    'HR', 'HU', 'IE', 'IN', 'IT', 'JP', 'LI', 'LT', 'LU', 'LV', 'MT', 'MX', 'MY', 'NL', 'NO', 'NZ', 'PL', 'PT', 'RO', 'SE',
    'SG', 'SI', 'SK', 'TH', 'US',
  ], // prettier-ignore
  currencies: null,
  ways: [
    card('INT_CREDIT_DEBIT_CARD'),
    card('INT_CREDIT_CARD'),
    card('INT_DEBIT_CARD'),
    {
      type: 'WALLET',
      subType: 'GRABPAY',
      countries: ['SG', 'MY'],
      minimum,
      maximum,
      refunds: { kind: 'several', days: 90 },
    },
    { type: 'WALLET', subType: 'ALIPAY', minimum, maximum, refunds: { kind: 'several', days: 90 } },
    { type: 'QR_CODE', subType: 'PAYNOW', minimum, maximum, refunds: { kind: 'several', days: 90 } },
    { type: 'QR_CODE', subType: 'PROMPTPAY', minimum, maximum, refunds: { kind: 'several' } },
    {
      type: 'NET_BANKING',
      subType: 'FPX',
      minimum,
      maximum: { MYR: 3_000_000 },
      refunds: { kind: 'several', days: 60 },
      banks: fpxBanks,
    },
    {
      type: 'OTC',
      subType: 'KONBINI',
      minimum: { JPY: 120 },
      maximum: { JPY: 300_000 },
      refunds: { kind: 'several' },
    },
  ],
  credentials: [
    {
      name: 'publishable_key',
      label: 'Publishable key',
      where: 'Developers → API keys → Standard keys',
      secret: false,
      pattern: { sandbox: 'pk_test_[A-Za-z0-9]{8,240}', live: 'pk_live_[A-Za-z0-9]{8,240}' },
    },
    {
      name: 'secret_key',
      label: 'Secret key or restricted key',
      where: 'Developers → API keys',
      secret: true,
      pattern: { sandbox: '(sk_test_|rk_test_)[A-Za-z0-9]{8,240}', live: '(sk_live_|rk_live_)[A-Za-z0-9]{8,240}' },
    },
    {
      name: 'webhook_secret',
      label: 'Signing secret',
      where: 'Developers → Webhooks → the endpoint → Signing secret',
      secret: true,
      ours: true,
    },
    {
      name: 'account',
      label: 'Account ID',
      where: 'Settings → Account details',
      secret: false,
      ours: true,
    },
  ],
  onboarding: ['keys', 'referral'],
  cardEntry: 'script',
  callbacks: 'registered',
}
