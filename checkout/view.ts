import type { CardEntry } from '#contract/card-entry.ts'
import type { InvoiceDocument } from '#contract/invoice-documents.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Asked, OfferedMethod, Way } from '#contract/methods.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { Language } from '#i18n/languages.ts'
import type { Look } from './pages/view.ts'
import type { SubscriptionTerms } from './subscriptions/view.ts'

/** Everything that the shopper's page is made of; the page knows nothing else. Texts are plain text, as stored. */
export type PayView = OrderView | WithoutOrder

/** `not_found`: the reference in the address leads to nothing. `busy`: what it leads to cannot be read at this moment. */
interface WithoutOrder extends PageView {
  state: 'not_found' | 'busy'
}

export const hasOrder = (view: PayView): view is OrderView => view.state !== 'not_found' && view.state !== 'busy'

interface PageView {
  language: Language
  assets: Assets
  /** As the merchant sees it before it exists: looks the same, does nothing, carries no script. */
  preview?: boolean
}

/** Where the built script and styles are served, as addresses of this origin. */
export interface Assets {
  script: string
  styles: readonly string[]
  /** What the script imports, to be fetched beside it. */
  preloads?: readonly string[]
}

export interface OrderView extends PageView {
  /**
   * `processing`: an attempt is in flight at this moment, `pendingOrderRef` names it. A link whose attempts have all
   * failed is `payable`. `unavailable`: no payment is possible now (no channel, merchant not active).
   */
  state: 'payable' | 'processing' | 'paid' | 'expired' | 'cancelled' | 'unavailable'
  /** The attempt in flight, or empty. */
  pendingOrderRef: string
  /** `sandbox` says so at the top and offers the test cards. */
  environment: Environment
  merchant: {
    name: string
    /** https, data or own address of a picture; without one that may be shown, the name's first letter stands there. */
    logo: string
    /** The merchant's own page, http(s), or empty. */
    backUrl: string
  }
  /** The merchant's theme and colours, where what is paid has its own; else the browser's theme, in ours. */
  look?: Look
  /** What is charged, in minor units; discount and shipping are already in it. */
  amountMinor: bigint
  currency: Currency
  /** The address of the receipt; empty until it is paid. */
  receiptUrl: string
  description: string
  /** The merchant's own words after the payment; absent or empty for none. */
  thanks?: string
  /** The merchant's reference of the order; empty where it gave none. */
  orderRef: string
  /** What the merchant knows of the shopper, to save them the typing; empty when nothing. */
  customer: { name: string; email: string }
  /** The choice to pay less than all at once; absent where all is paid at once. `amountMinor` is what was chosen. */
  part?: PartChoice | undefined
  /** The document that is paid, such as an invoice; absent of what has none. */
  document?: OrderDocument | undefined
  /** What the customer of a subscription agrees to; absent of what is paid once. */
  subscription?: SubscriptionTerms | undefined
  /** Shown as a line when not zero; `code` may be empty. */
  promo: { code: string; discountMinor: bigint }
  /** Shown as a line when not zero. */
  shippingMinor: bigint
  expiresAt: Date | null
  /** The ways to pay, in the order to offer them; read only while the order can be paid. */
  methods: readonly PayMethod[]
  /** What a card needs; null when no method asks for one. */
  card: CardAcceptance | null
  /** Whether the script tells the server that it runs: a shopper's browser that opens what none has opened before. */
  tellsOpening?: boolean
  /** Where attempts are started (`startAttempt`) and, with a reference behind, read (`readAttempt`). */
  attemptsUrl: string
}

/** What can be paid at once of what is due. */
export interface PartChoice {
  leastMinor: bigint
  dueMinor: bigint
  /** What the shopper typed, where it is no such amount, and why; else empty. */
  asked: string
  fault: PartFault | ''
}
/** Why an amount cannot be paid; the page says it in words. */
export type PartFault = 'not_an_amount' | 'less_than_least' | 'more_than_due' | 'leaves_too_little'

/** A document that is paid, and how it stands. */
export interface OrderDocument {
  /** In its own language, which may be another than the page's. */
  shown: InvoiceDocument
  number: string
  /** The last day to pay, in words of the page's language. */
  due: string
  overdue: boolean
  voided: boolean
  /** The payments of it, oldest first, each with its day in words. */
  payments: readonly { day: string; amountMinor: bigint; receiptUrl: string }[]
  files: readonly { form: 'pdf' | 'ubl' | 'cii'; url: string }[]
}

/** One way to pay: of `contract/methods.ts`, as far as the page has to know. */
export interface PayMethod {
  type: OfferedMethod
  /** Empty where the method has only one. */
  subType: string
  /** Its own name, the same in every language; without one the page's texts have it. */
  name?: string | undefined
  asks: readonly Asked[]
  /** The channel that takes it, where the token of a card is spent; absent in a preview. */
  channelKey?: string | undefined
  /** The name of the provider on whose own page the card is entered. */
  cardPageOf?: string | undefined
  /** The banks among which the shopper chooses, by key. */
  banks?: Readonly<Record<string, string>> | undefined
  /** Of a way in instalments: the months of its plans. */
  planMonths?: readonly number[] | undefined
}
/** A way to pay as a channel offers it; without the channel as it is declared. */
type PageWay = Omit<Way, 'asks'> & Pick<PayMethod, 'asks' | 'channelKey' | 'cardPageOf' | 'banks' | 'planMonths'>

export interface CardAcceptance extends CardEntry {
  /** The provider whose browser half exchanges the card for a token; see `card-provider.ts`. */
  provider: string
  brands: readonly CardBrand[]
}

export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'jcb' | 'unionpay' | 'diners' | 'discover'

/** The ways as the page lists them: the sub-types of a card are one to the shopper. */
export const pageMethods = (offered: readonly PageWay[]): PayMethod[] =>
  listedWays(offered).map(({ type, subType, name, asks, channelKey, cardPageOf, banks, planMonths }) => ({
    type,
    subType,
    name,
    asks,
    channelKey,
    cardPageOf,
    banks,
    planMonths,
  }))

/** Of the sub-types of a card the first. */
export function listedWays<W extends PageWay>(offered: readonly W[]): W[] {
  const firstCard = offered.find(isCard)
  return offered.filter((way) => !isCard(way) || way === firstCard)
}
const isCard = ({ type, brands }: PageWay): boolean => type === 'CARD' && brands !== undefined

/** Which cards go: those of every sub-type that is offered. */
export const cardBrands = (offered: readonly Pick<Way, 'brands'>[]): CardBrand[] =>
  [...new Set(offered.flatMap((way) => way.brands ?? []))] as CardBrand[]
