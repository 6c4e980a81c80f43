import type { Currency } from './kit/money.ts'

export const paymentMethods = [
  'WALLET', 'CARD', 'ALL', 'BNPL', 'EMI', 'UPI', 'NET_BANKING', 'QR_CODE', 'OTC', 'CRYPTO', 'BANK_TRANSFER', 'COD',
  'PAY_BY_BANK', 'DIRECT_BANK_TRANSFER', 'SMARTBUTTON', 'INSTALLMENT', 'VA_BANK_TRANSFER', 'DIRECT_DEBIT', 'MOBILE_MONEY',
  'SUBSCRIPTION_CARD', 'SUBSCRIPTION_BANK_TRANSFER', 'SUBSCRIPTION_DIRECT_DEBIT', 'SUBSCRIPTION_ALL',
] as const // prettier-ignore
export type PaymentMethod = (typeof paymentMethods)[number]

/**
 * What a payment by a method is like for the shopper: done at once (though a bank may ask first who pays), done on a page
 * of the provider's, done elsewhere with something that our page shows, or confirmed by hand much later.
 */
export type Run = 'immediate' | 'redirect' | 'show' | 'manual'

/** What the shopper has to give beside a name and an e-mail address. */
export type Asked = 'card' | 'plan' | 'phone' | 'upi_id'

/** How a method runs, as far as its sub-types do not say otherwise. */
interface Method {
  run: Run
  asks: readonly Asked[]
  /** How long the shopper has, in minutes; after that the provider is told to take no more money for it. */
  minutes: number
  subTypes: Readonly<Record<string, SubType>>
}
interface SubType {
  /** Its own name, the same in every language; without one it is called as its method is. */
  name?: string
  /** Links of these countries (ISO 3166-1) can be paid with it, in these currencies; absent is any. */
  places?: Readonly<Record<string, readonly Currency[]>>
  /** The networks whose cards belong to it. */
  brands?: readonly string[]
  run?: Run
  asks?: readonly Asked[]
}

/** The months over which an instalment plan may run. */
export const planMonths = [3, 6, 12] as const

const home: Readonly<Record<string, readonly Currency[]>> = {
  CN: ['CNY'], GB: ['GBP'], ID: ['IDR'], IN: ['INR'], KE: ['KES'], KH: ['KHR', 'USD'], KR: ['KRW'], MX: ['MXN'], MY: ['MYR'],
  PH: ['PHP'], SG: ['SGD'], TH: ['THB'], TZ: ['TZS'], UG: ['UGX'], VN: ['VND'], JP: ['JPY'], HK: ['HKD'], US: ['USD'],
} // prettier-ignore
/** In these countries, in the money of each. */
const at = (...countries: string[]) => ({
  places: Object.fromEntries(countries.map((country) => [country, home[country] ?? []])),
})
const international = ['visa', 'mastercard', 'amex', 'jcb'] as const

/**
 * Every method that a shopper can be offered, in the order to offer them. The page, the API, the providers and the
 * console know methods from here only.
 */
export const methods = {
  CARD: {
    run: 'immediate', asks: ['card'], minutes: 30,
    subTypes: {
      INT_CREDIT_DEBIT_CARD: { brands: international },
      INT_CREDIT_CARD: { brands: international },
      INT_DEBIT_CARD: { brands: international },
      UNIONPAY_CARD: { brands: ['unionpay'] },
      ATM_CARD: { ...at('VN', 'TH', 'KR'), run: 'redirect', asks: [] },
    },
  },
  WALLET: {
    run: 'redirect', asks: [], minutes: 30,
    subTypes: {
      GRABPAY: { name: 'GrabPay', ...at('SG', 'MY', 'TH', 'VN', 'PH', 'ID') },
      MOMO: { name: 'MoMo', ...at('VN') },
      ZALOPAY: { name: 'ZaloPay', ...at('VN') },
      TRUEMONEY: { name: 'TrueMoney', ...at('TH') },
      TOUCHNGO: { name: 'Touch ’n Go', ...at('MY') },
      GCASH: { name: 'GCash', ...at('PH') },
      DANA: { name: 'DANA', ...at('ID') },
      KAKAOPAY: { name: 'KakaoPay', ...at('KR') },
      ALIPAY: { name: 'Alipay', ...at('CN', 'HK', 'SG') },
    },
  },
  QR_CODE: {
    run: 'show', asks: [], minutes: 15,
    subTypes: {
      PAYNOW: { name: 'PayNow', ...at('SG') },
      PROMPTPAY: { name: 'PromptPay', ...at('TH') },
      VIETQR: { name: 'VietQR', ...at('VN') },
      DUITNOW: { name: 'DuitNow QR', ...at('MY') },
      QRIS: { name: 'QRIS', ...at('ID') },
      QRPH: { name: 'QR Ph', ...at('PH') },
      KHQR: { name: 'KHQR', ...at('KH') },
    },
  },
  UPI: { run: 'show', asks: ['upi_id'], minutes: 10, subTypes: { '': at('IN') } },
  NET_BANKING: { run: 'redirect', asks: [], minutes: 30, subTypes: { '': at('IN', 'TH', 'MY', 'KR', 'VN') } },
  MOBILE_MONEY: {
    run: 'show', asks: ['phone'], minutes: 10,
    subTypes: { '': at('KE', 'UG', 'TZ') },
  },
  DIRECT_DEBIT: { run: 'redirect', asks: [], minutes: 60, subTypes: { '': at('SG', 'TH', 'GB', 'KR') } },
  INSTALLMENT: {
    run: 'immediate', asks: ['card', 'plan'], minutes: 30,
    subTypes: { '': { ...at('SG', 'TH', 'VN', 'MY', 'KR', 'MX'), brands: international } },
  },
  BNPL: { run: 'redirect', asks: [], minutes: 30, subTypes: { '': at('SG', 'MY', 'TH', 'ID', 'HK', 'US') } },
  VA_BANK_TRANSFER: { run: 'show', asks: [], minutes: 24 * 60, subTypes: { '': at('VN', 'TH', 'ID', 'KR', 'PH', 'SG') } },
  BANK_TRANSFER: { run: 'manual', asks: [], minutes: 3 * 24 * 60, subTypes: { '': {} } },
  DIRECT_BANK_TRANSFER: { run: 'manual', asks: [], minutes: 3 * 24 * 60, subTypes: { '': {} } },
  OTC: { run: 'manual', asks: [], minutes: 2 * 24 * 60, subTypes: { '': at('SG', 'TH', 'ID', 'PH', 'VN', 'JP', 'MX') } },
  COD: { run: 'manual', asks: ['phone'], minutes: 14 * 24 * 60, subTypes: { '': at('VN', 'TH', 'ID', 'PH', 'IN', 'SG', 'MY', 'KH') } },
} as const satisfies Partial<Record<PaymentMethod, Method>> // prettier-ignore

export type OfferedMethod = keyof typeof methods
export const offeredMethods = Object.keys(methods) as [OfferedMethod, ...OfferedMethod[]]

/** One way to pay: a method's sub-type with all that holds for it. */
export interface Way extends Required<Pick<Method, 'run' | 'asks' | 'minutes'>>, Omit<SubType, 'run' | 'asks'> {
  type: OfferedMethod
  /** Empty where the method has only one. */
  subType: string
}

/** What is paid and given back past the provider, so that somebody has to say how it went. */
export const manualMethods: readonly OfferedMethod[] = offeredMethods.filter((type) => methods[type].run === 'manual')
export const isManual = (type: string): boolean => (manualMethods as readonly string[]).includes(type)

/** Every way to pay, in the order to offer them. */
export const ways: readonly Way[] = offeredMethods.flatMap((type) => {
  const { subTypes, ...method }: Method = methods[type]
  return Object.entries(subTypes).map(([subType, own]) => ({ ...method, ...own, type, subType }))
})

export const wayOf = (type: string, subType: string): Way | undefined =>
  ways.find((way) => way.type === type && way.subType === subType)

/** Whether a link of this country and currency can be paid that way. */
export const fits = (way: Way, link: { country: string; currency: Currency }): boolean =>
  way.places === undefined || (way.places[link.country]?.includes(link.currency) ?? false)
