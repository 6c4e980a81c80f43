import type { DeclineReason } from '#contract/declines.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { PaymentMethod } from '#contract/methods.ts'
import { regional } from '#server/merchants/seed.ts'

type Weighed<T> = readonly (readonly [T, number])[]

/** The sales profile of a demo merchant. */
export interface Profile {
  slug: string
  environment: 'sandbox' | 'live'
  /** Its part of all payments. */
  share: number
  currencies: Weighed<Currency>
  /** In which country is sold in a currency; in its own where none is named. */
  abroad?: Partial<Record<Currency, string>>
  methods: Weighed<PaymentMethod>
  /** Its goods with their prices in major units of its first currency. */
  goods: readonly (readonly [name: string, price: number])[]
  /** The weights of the days from Monday and of the hours, in its own time zone. */
  week: readonly number[]
  day: readonly number[]
  /** The factor by which its business grows in the 90 days. */
  growth: number
}

const shopping = [2, 1, 1, 1, 1, 1, 2, 4, 6, 8, 9, 10, 12, 11, 9, 8, 8, 9, 11, 14, 16, 15, 10, 5]
const morning = [0, 0, 0, 0, 1, 3, 9, 14, 15, 13, 10, 9, 9, 8, 7, 6, 5, 5, 4, 3, 2, 1, 1, 0]
const office = [0, 0, 0, 0, 0, 0, 1, 3, 9, 14, 15, 14, 9, 12, 15, 15, 13, 10, 5, 2, 1, 1, 0, 0]

const outfitter: Omit<Profile, 'environment' | 'share'> = {
  slug: 'acme',
  currencies: [['SGD', 78], ['USD', 15], ['EUR', 7]],
  methods: [['CARD', 72], ['WALLET', 16], ['QR_CODE', 8], ['BANK_TRANSFER', 4]],
  goods: [['Wool socks', 18], ['Rain cover', 39], ['Trail shirt', 59], ['Day pack, 22 l', 119], ['Trail shoes', 179], ['Shell jacket', 289], ['Two-person tent', 549]],
  week: [9, 8, 9, 10, 13, 17, 15],
  day: shopping,
  growth: 1.35,
} // prettier-ignore

export const profiles: readonly Profile[] = [
  { ...outfitter, environment: 'sandbox', share: 46 },
  { ...outfitter, environment: 'live', share: 9 },
  {
    slug: 'borneo',
    environment: 'sandbox',
    share: 20,
    currencies: [['MYR', 96], ['SGD', 4]],
    methods: [['CARD', 46], ['WALLET', 34], ['QR_CODE', 20]],
    goods: [['Flat white beans, 250 g', 38], ['Espresso blend, 1 kg', 118], ['Pour-over set', 149], ['Gift box', 89], ['Monthly subscription box', 69]],
    week: [14, 13, 13, 13, 14, 11, 8],
    day: morning,
    growth: 1.15,
  },
  {
    slug: 'coral',
    environment: 'sandbox',
    share: 9,
    currencies: [['VND', 70], ['USD', 30]],
    methods: [['CARD', 58], ['WALLET', 22], ['BANK_TRANSFER', 20]],
    goods: [['Shore dive', 900_000], ['Open-water course', 8_900_000], ['Night dive', 1_450_000], ['Mask and fins', 1_200_000]],
    week: [7, 7, 8, 11, 17, 22, 16],
    day: shopping,
    growth: 0.85,
  },
  {
    slug: 'atlas',
    environment: 'sandbox',
    share: 6,
    currencies: [['IDR', 100]],
    methods: [['BANK_TRANSFER', 48], ['CARD', 40], ['QR_CODE', 12]],
    goods: [['Office rent, a desk', 1_750_000], ['Meeting room, a day', 900_000], ['Mail service, a month', 350_000]],
    week: [20, 18, 17, 17, 16, 3, 1],
    day: office,
    growth: 1.05,
  },
  {
    slug: 'delta',
    environment: 'sandbox',
    share: 10,
    currencies: [['KRW', 30], ['USD', 28], ['JPY', 18], ['VND', 12], ['THB', 12]],
    abroad: { USD: 'US', JPY: 'JP', VND: 'VN', THB: 'TH' },
    methods: [['CARD', 84], ['WALLET', 16]],
    goods: [['Serum set', 42_000], ['Sheet masks, 30', 27_000], ['Sun fluid', 19_000], ['Travel case', 58_000]],
    week: [13, 14, 14, 14, 15, 13, 13],
    day: shopping,
    growth: 1.6,
  },
] // prettier-ignore

/** The approximate value of a currency's major unit in US dollars, for prices only. */
export const aboutWorth: Partial<Record<Currency, number>> = {
  SGD: 0.77, USD: 1, EUR: 1.12, MYR: 0.24, VND: 0.000_039, IDR: 0.000_061, KRW: 0.000_69, JPY: 0.006_5, THB: 0.031,
} // prettier-ignore

/** The weights of the reasons for which payments fail. */
export const declineWeights: Weighed<DeclineReason> = [
  ['FUNDS_LIMIT_ERROR', 34],
  ['BANK_REFUSED_TRANSACTION', 24],
  ['INVALID_CARD_3DS_ERROR', 14],
  ['INVALID_CARD_DECLINED_ERROR', 10],
  ['INVALID_CARD_INFO_ERROR', 7],
  ['EXCEEDED_MAX_LIMIT', 5],
  ['INVALID_CARD_EXPIRED_ERROR', 4],
  ['SUSPECTED_FRAUDULENT_TRANSACTION_ERROR', 2],
]

/** The channels that the demo's history went through: cards by the simulator, the rest by one that is switched off by now. */
export const channelOfMethod = (method: PaymentMethod): string => (method === 'CARD' ? 'SIMULATOR' : regional.key)

const given = ['Mei', 'Jonas', 'Amina', 'Somchai', 'Ines', 'Wei', 'Hana', 'Arjun', 'Leila', 'Tuan', 'Siti', 'Minjun', 'Clara', 'Yusuf', 'Aiko', 'Priya', 'Omar', 'Lan', 'Noor', 'Felix', 'Rosa', 'Kenji', 'Dewi', 'Samir'] // prettier-ignore
const family = ['Tan', 'Weber', 'Khalil', 'Phan', 'Costa', 'Lim', 'Kim', 'Rao', 'Haddad', 'Nguyen', 'Rahman', 'Park', 'Berg', 'Aziz', 'Sato', 'Nair', 'Farah', 'Tran', 'Saleh', 'Moser', 'Vega', 'Mori', 'Putri', 'Aydin'] // prettier-ignore
const devices = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
]
export interface Shopper {
  name: string
  email: string
  /** An address of the networks for documentation (RFC 5737). */
  ip: string
  device: string
}
/** The buyer of a number: the same number is always the same person at the same device. */
export function shopperOf(number: number): Shopper {
  const [first, last] = [
    given[number % given.length] as string,
    family[Math.floor(number / given.length) % family.length] as string,
  ]
  const more = Math.floor(number / (given.length * family.length))
  return {
    name: `${first} ${last}`,
    email: `${first}.${last}${more || ''}@example.com`.toLowerCase(),
    ip: `${number % 2 === 0 ? '203.0.113' : '198.51.100'}.${1 + (number % 254)}`,
    device: devices[number % devices.length] as string,
  }
}
