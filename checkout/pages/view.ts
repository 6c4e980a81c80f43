import type { Currency } from '#contract/kit/money.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { AskedField, BuiltIn, BuiltInField } from '#contract/page-answers.ts'
import type { Block } from '#contract/page-blocks.ts'
import type { Colour } from '#contract/page-colours.ts'
import type { Availability, PageType } from '#contract/payment-page-states.ts'
import type { Language } from '#i18n/languages.ts'
import type { Assets, OrderView, PayMethod } from '../view.ts'

/** Everything that the document of a payment page is made of; it knows nothing else. Texts are plain text, as stored. */
export type ShopView = ShopPage | WithoutPage

/** `not_found`: the name in the address leads to nothing. `busy`: what it leads to cannot be read at this moment. */
interface WithoutPage extends Shown {
  state: 'not_found' | 'busy'
}

export const hasPage = (view: ShopView): view is ShopPage => view.state !== 'not_found' && view.state !== 'busy'

interface Shown {
  language: Language
  assets: Assets
  /** As the merchant sees it before it is saved: looks the same, does nothing, carries no script. */
  preview?: boolean
}

export interface ShopPage extends Shown {
  /** Only an `open` page takes orders. */
  state: Availability
  environment: Environment
  merchant: OrderView['merchant']
  /** Counts up with each save; an order names the version that was shown. */
  version: number
  look: Look
  title: string
  description: readonly Block[]
  pictures: readonly Picture[]
  terms: string
  contact: { email: string; phone: string }
  socialIcons: readonly { network: string; url: string }[]
  /** Instead of the usual words of the button; empty for those. */
  buttonText: string
  price: Price
  /** How many units are free; null without a limit. */
  left: number | null
  fields: readonly ShownField[]
  builtIn: BuiltIn
  /** The ways to pay, in the order to offer them. */
  methods: readonly PayMethod[]
  /** What the address filled in, checked; nothing of it is kept from being changed. */
  prefill: Prefill
  /** What the address asks for beside the language, so that another language keeps it. */
  query: string
  expiresAt: Date | null
  /** Where orders are made. */
  ordersUrl: string
  /** Whether search engines may list it. */
  listed: boolean
}

export interface Look {
  theme: 'light' | 'dark'
  primary: Colour
  secondary: Colour
}

/** The path of an uploaded picture; `alt` may be empty. */
export interface Picture {
  picture: string
  alt?: string | undefined
}

/** What decides the total (`contract/page-total.ts`); amounts in minor units. */
export interface Price {
  type: PageType
  currency: Currency
  /** Of one unit; of a chosen amount the one that is suggested, or 0. */
  amountMinor: bigint
  /** As many as an order may have, and no more than are free. */
  quantity: { least: number; most: number }
  /** The bounds of a chosen amount; a `most` of 0 means none. */
  chosen: { leastMinor: bigint; mostMinor: bigint }
  discountMinor: bigint
  shippingMinor: bigint
}

/** A question in the language of the document. The value of a choice is the same in every language. */
export interface ShownField extends AskedField {
  title: string
  tooltip: string
  choices: readonly { value: string; text: string }[]
}

/** Values as `readAnswers` takes them; `quantity` within the bounds, `amount` as decimal text. */
export interface Prefill extends Record<BuiltInField, string> {
  quantity: number | null
  amount: string
  fields: Readonly<Record<string, string | true>>
}
