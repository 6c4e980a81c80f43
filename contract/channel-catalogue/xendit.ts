import { currencies, type Currency } from '../kit/money.ts'
import type { CatalogueEntry, CatalogueWay, RefundAbility } from './entry.ts'
import { xenditRails } from './xendit-rails.ts'

/** The country in which a way of one country is paid, by its currency. */
const homes = { IDR: 'ID', MYR: 'MY', PHP: 'PH', THB: 'TH' } as const
type Bounds = Partial<Record<keyof typeof homes, readonly [minimum?: number, maximum?: number]>>

/** Xendit by the merchant's own keys. Bounds and refund abilities are those of its documentation. */
export const xendit: CatalogueEntry = {
  key: 'XENDIT',
  name: 'Xendit',
  type: 'Gateway',
  provider: 'xendit',
  payTypes: ['PAYIN', 'PAYOUT'],
  // It pays out of the account's one balance.
  payouts: { virtualAccounts: false, rails: xenditRails },
  countries: ['ID', 'MY', 'PH', 'TH', 'VN'],
  currencies: ['IDR', 'MYR', 'PHP', 'THB', 'USD', 'VND'],
  wholeAmounts: ['IDR', 'VND'],
  ways: [
    {
      type: 'CARD',
      subType: 'INT_CREDIT_DEBIT_CARD',
      minimum: minor({ IDR: 5_000, PHP: 20, THB: 1, VND: 1_000 }),
      maximum: minor({ IDR: 200_000_000, PHP: 700_000, THB: 700_000 }),
      refunds: { kind: 'several', days: 365 },
    },
    wallet('OVO', { IDR: [100, 20_000_000] }, { kind: 'several', days: 14 }),
    wallet('DANA', { IDR: [100, 20_000_000] }, { kind: 'several', days: 30 }),
    wallet('LINKAJA', { IDR: [100, 10_000_000] }, { kind: 'whole', days: 30 }),
    // No bounds are published for Indonesia.
    wallet('SHOPEEPAY', { IDR: [], PHP: [1, 100_000] }, { kind: 'whole', days: 365 }),
    wallet('GCASH', { PHP: [1, 100_000] }, { kind: 'several', days: 180, most: 7 }),
    wallet('PAYMAYA', { PHP: [1, 100_000] }, { kind: 'several', days: 365 }),
    wallet('GRABPAY', { MYR: [1, 1_500], PHP: [1, 100_000] }, { kind: 'several', days: 365 }),
    way('QR_CODE', 'QRIS', { IDR: [1, 10_000_000] }, { kind: 'whole', days: 30 }),
    way('QR_CODE', 'QRPH', { PHP: [1, 50_000] }, { kind: 'none' }),
    way('QR_CODE', 'PROMPTPAY', { THB: [1, 700_000] }, { kind: 'none' }),
    {
      ...way('NET_BANKING', 'FPX', { MYR: [1, 30_000] }, { kind: 'none' }),
      banks: {
        AFFIN: 'Affin Bank', AGRO: 'AGROBank', ALLIANCE: 'Alliance Bank', AMBANK: 'AmBank', BOC: 'Bank of China',
        BSN: 'BSN', CIMB: 'CIMB Bank', HLB: 'Hong Leong Bank', HSBC: 'HSBC Bank', ISLAM: 'Bank Islam',
        KFH: 'Kuwait Finance House', MAYB2E: 'Maybank2E', MAYB2U: 'Maybank2U', MUAMALAT: 'Bank Muamalat',
        OCBC: 'OCBC Bank', PUBLIC: 'Public Bank', RAKYAT: 'Bank Rakyat', RHB: 'RHB Bank', SCH: 'Standard Chartered',
        UOB: 'UOB Bank',
      }, // prettier-ignore
    },
    {
      // BCA's bounds, which are narrower than those of BNI, BRI and Mandiri.
      ...way('VA_BANK_TRANSFER', '', { IDR: [10_000, 50_000_000] }, { kind: 'none' }),
      banks: {
        BCA: 'BCA', BJB: 'Bank BJB', BNI: 'BNI', BRI: 'BRI', BSI: 'Bank Syariah Indonesia', CIMB: 'CIMB Niaga',
        MANDIRI: 'Mandiri', PERMATA: 'Permata', SAHABAT_SAMPOERNA: 'Bank Sahabat Sampoerna',
      }, // prettier-ignore
    },
    way('OTC', 'ALFAMART', { IDR: [10_000, 5_000_000] }, { kind: 'none' }),
    way('OTC', 'INDOMARET', { IDR: [10_000, 5_000_000] }, { kind: 'none' }),
    way('OTC', '7ELEVEN', { PHP: [50, 50_000] }, { kind: 'none' }),
    way('OTC', 'CEBUANA', { PHP: [1, 30_000] }, { kind: 'none' }),
  ],
  credentials: [
    {
      name: 'secret_key',
      label: 'Secret key',
      where: 'Settings → Developers → API keys',
      secret: true,
      pattern: { sandbox: 'xnd_development_[A-Za-z0-9+/=_-]{8,}', live: 'xnd_production_[A-Za-z0-9+/=_-]{8,}' },
    },
    {
      name: 'callback_token',
      label: 'Webhook verification token',
      where: 'Settings → Developers → Webhooks',
      secret: true,
    },
  ],
  onboarding: ['keys'],
  cardEntry: 'page',
  callbacks: 'copied',
}

/** A way with its smallest and largest amounts in major units, in the countries of their currencies. */
function way(type: CatalogueWay['type'], subType: string, bounds: Bounds, refunds: RefundAbility): CatalogueWay {
  const taken = Object.keys(bounds) as (keyof Bounds)[]
  const side = (index: 0 | 1) =>
    minor(Object.fromEntries(taken.flatMap((code) => (bounds[code]?.[index] ? [[code, bounds[code][index]]] : []))))
  const countries = taken.map((code) => homes[code])
  return { type, subType, countries, currencies: taken, minimum: side(0), maximum: side(1), refunds }
}

function wallet(subType: string, bounds: Bounds, refunds: RefundAbility): CatalogueWay {
  return way('WALLET', subType, bounds, refunds)
}

/** Major units as minor units, by currency. */
function minor(amounts: Partial<Record<Currency, number>>): Partial<Record<Currency, number>> {
  return Object.fromEntries(
    Object.entries(amounts).map(([code, amount]) => [code, amount * 10 ** currencies[code as Currency]]),
  )
}
