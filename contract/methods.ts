import type { Currency } from './kit/money.ts'

export const paymentMethods = [
  'WALLET', 'CARD', 'ALL', 'BNPL', 'EMI', 'UPI', 'NET_BANKING', 'QR_CODE', 'OTC', 'CRYPTO', 'BANK_TRANSFER', 'COD',
  'PAY_BY_BANK', 'DIRECT_BANK_TRANSFER', 'SMARTBUTTON', 'INSTALLMENT', 'VA_BANK_TRANSFER', 'DIRECT_DEBIT', 'MOBILE_MONEY',
  'SUBSCRIPTION_CARD', 'SUBSCRIPTION_BANK_TRANSFER', 'SUBSCRIPTION_DIRECT_DEBIT', 'SUBSCRIPTION_ALL',
] as const // prettier-ignore
export type PaymentMethod = (typeof paymentMethods)[number]

/**
 * The flow of a method: completed at once (perhaps after 3-D Secure), on a page of the provider, elsewhere with a
 * code or account that our page shows, or confirmed manually later.
 */
export type Run = 'immediate' | 'redirect' | 'show' | 'manual'

/** The input of the shopper beside name and e-mail address. A channel that lists banks for a way asks for one in addition. */
export type Asked = 'card' | 'plan' | 'phone' | 'upi_id' | 'bank'

/** The properties of a method; its sub-types may override them. */
interface Method {
  /** It sets up a mandate, by which later payments are charged: what repeats is paid so, and nothing else. */
  recurring?: true
  run: Run
  asks: readonly Asked[]
  /** The minutes that the shopper has to pay; afterwards the provider is told to accept no money. */
  minutes: number
  subTypes: Readonly<Record<string, SubType>>
}
interface SubType {
  /** A brand name, the same in every language; without one the method's name applies. */
  name?: string
  /** The countries (ISO 3166-1) and currencies of payables that it can pay; absent for any. */
  places?: Readonly<Record<string, readonly Currency[]>>
  /** Its card networks. */
  brands?: readonly string[]
  run?: Run
  asks?: readonly Asked[]
  minutes?: number
  /** The calling code of the one country whose telephones it takes; a number without it is completed. */
  callingCode?: string
}

/** The months over which an instalment plan may run. */
export const planMonths = [3, 6, 12] as const

const home: Readonly<Record<string, readonly Currency[]>> = {
  CN: ['CNY'], GB: ['GBP'], ID: ['IDR'], IN: ['INR'], KE: ['KES'], KH: ['KHR', 'USD'], KR: ['KRW'], MX: ['MXN'], MY: ['MYR'],
  PH: ['PHP'], SG: ['SGD'], TH: ['THB'], TZ: ['TZS'], UG: ['UGX'], VN: ['VND'], JP: ['JPY'], HK: ['HKD'], US: ['USD'],
} // prettier-ignore
/** These countries, each with its own currency. */
const at = (...countries: string[]) => ({
  places: Object.fromEntries(countries.map((country) => [country, home[country] ?? []])),
})
const international = ['visa', 'mastercard', 'amex', 'jcb'] as const

/**
 * Every offered method, in the order on the shopper's page. Page, API, providers and console take methods from here
 * alone.
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
      // A request to the shopper's telephone, and no page.
      OVO: { name: 'OVO', ...at('ID'), run: 'show', asks: ['phone'], minutes: 10, callingCode: '62' },
      LINKAJA: { name: 'LinkAja', ...at('ID') },
      SHOPEEPAY: { name: 'ShopeePay', ...at('ID', 'PH', 'MY', 'TH', 'SG', 'VN') },
      PAYMAYA: { name: 'Maya', ...at('PH') },
      PAYPAL: { name: 'PayPal' },
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
  NET_BANKING: {
    run: 'redirect', asks: [], minutes: 30,
    subTypes: { '': at('IN', 'TH', 'MY', 'KR', 'VN'), FPX: { name: 'FPX', ...at('MY') } },
  },
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
  OTC: {
    run: 'manual', asks: [], minutes: 2 * 24 * 60,
    subTypes: {
      '': at('SG', 'TH', 'ID', 'PH', 'VN', 'JP', 'MX'),
      KONBINI: { name: 'Konbini', ...at('JP'), run: 'show', minutes: 3 * 24 * 60 },
      ALFAMART: { name: 'Alfamart', ...at('ID'), run: 'show', minutes: 24 * 60 },
      INDOMARET: { name: 'Indomaret', ...at('ID'), run: 'show', minutes: 24 * 60 },
      '7ELEVEN': { name: '7-Eleven', ...at('PH'), run: 'show', minutes: 24 * 60 },
      CEBUANA: { name: 'Cebuana Lhuillier', ...at('PH'), run: 'show', minutes: 24 * 60 },
    },
  },
  COD: { run: 'manual', asks: ['phone'], minutes: 14 * 24 * 60, subTypes: { '': at('VN', 'TH', 'ID', 'PH', 'IN', 'SG', 'MY', 'KH') } },
  SUBSCRIPTION_CARD: { recurring: true, run: 'immediate', asks: ['card'], minutes: 30, subTypes: { '': { brands: international } } },
  SUBSCRIPTION_DIRECT_DEBIT: {
    recurring: true, run: 'redirect', asks: [], minutes: 60,
    subTypes: { '': at('SG', 'TH', 'GB', 'KR', 'US') },
  },
  SUBSCRIPTION_BANK_TRANSFER: {
    recurring: true, run: 'redirect', asks: [], minutes: 60,
    subTypes: { '': at('SG', 'MY', 'TH', 'VN', 'ID', 'PH', 'IN', 'KR') },
  },
} as const satisfies Partial<Record<PaymentMethod, Method>> // prettier-ignore

export type OfferedMethod = keyof typeof methods
export const offeredMethods = Object.keys(methods) as [OfferedMethod, ...OfferedMethod[]]

/** One way to pay: a method's sub-type with its properties. */
export interface Way
  extends
    Required<Pick<Method, 'run' | 'asks' | 'minutes'>>,
    Pick<Method, 'recurring'>,
    Omit<SubType, 'run' | 'asks' | 'minutes'> {
  type: OfferedMethod
  /** Empty where the method has no sub-types. */
  subType: string
}

/** Every way to pay, in the order on the shopper's page. */
export const ways: readonly Way[] = offeredMethods.flatMap((type) => {
  const { subTypes, ...method }: Method = methods[type]
  return Object.entries(subTypes).map(([subType, own]) => ({ ...method, ...own, type, subType }))
})

export const wayOf = (type: string, subType: string): Way | undefined =>
  ways.find((way) => way.type === type && way.subType === subType)

/** Whether a method is among those that a name stands for: `ALL` for those of one payment, `SUBSCRIPTION_ALL` for those of what repeats. */
export function isNamedBy(name: PaymentMethod, type: OfferedMethod): boolean {
  const { recurring }: Method = methods[type]
  if (name === 'ALL') return !recurring
  return name === 'SUBSCRIPTION_ALL' ? recurring === true : name === type
}

/** A telephone number as E.164, whether it was given as at home or as from abroad; null for one of another country or form. */
export function dialled(phone: string, callingCode: string): string | null {
  const typed = phone.replaceAll(/[^+\d]/g, '').replace(/^00/, '+')
  const home = new RegExp(`^(?:\\+?${callingCode})?0?([1-9]\\d{6,12})$`).exec(typed)
  return home ? `+${callingCode}${home[1]}` : null
}

/** Whether no provider confirms a way, so that a user enters the outcome; by its method where the sub-type is not known. */
export const isManual = (type: string, subType: string): boolean =>
  (wayOf(type, subType) ?? ways.find((way) => way.type === type))?.run === 'manual'

/** Whether a payable of this country and currency can be paid in a way. */
export const fits = (way: Way, link: { country: string; currency: Currency }): boolean =>
  way.places === undefined || (way.places[link.country]?.includes(link.currency) ?? false)
