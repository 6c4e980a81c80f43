import type { RuleName } from '../access.ts'
import type { Currency } from '../kit/money.ts'
import type { Environment } from '../kit/wire.ts'
import type { OfferedMethod } from '../methods.ts'

export const channelTypes = ['Gateway', 'Bank', 'Digital Wallet', 'External'] as const
export type ChannelType = (typeof channelTypes)[number]
export const payTypes = ['PAYIN', 'PAYOUT'] as const
export type PayType = (typeof payTypes)[number]
/** The rule for a channel: one for payouts is configured by other people than one for payments. */
export const channelRules = { PAYIN: 'paymentChannels', PAYOUT: 'payoutChannels' } as const satisfies Record<
  PayType,
  RuleName
>
/** What a payout can be sent to: an account at a bank, a card, or a wallet by its mobile number. */
export const payoutDestinations = ['BANK', 'CARD', 'MOBILE'] as const

/** A channel that a merchant can connect, as data: what it takes, what it asks for, and how it is onboarded. */
export interface CatalogueEntry {
  /** The catalogue key. A merchant's second connection of it is `<key>_2`. */
  key: string
  /** The provider's own name, the same in every language. */
  name: string
  type: ChannelType
  /** The adapter in `server/providers.ts`; null for a channel that only reconciles. */
  provider: string | null
  payTypes: readonly PayType[]
  /** How it pays out; present if and only if `PAYOUT` is among its pay types. */
  payouts?: PayoutAbility
  /** Where merchants may use it, ISO 3166-1 alpha-2; `GLOBAL` for anywhere. */
  countries: 'GLOBAL' | readonly string[]
  /** What it settles and takes; null for any currency. */
  currencies: readonly Currency[] | null
  /** Currencies of which it takes whole major units only, although they have decimals or may have. */
  wholeAmounts?: readonly Currency[]
  /** Currencies that only accounts of one country take, ISO 3166-1 alpha-2. */
  homeOnly?: Readonly<Partial<Record<Currency, string>>>
  ways: readonly CatalogueWay[]
  credentials: readonly CredentialField[]
  /** How a merchant connects it: by keys of its own, on the provider's page by the operator's partner account, or by a form. */
  onboarding: readonly ('keys' | 'referral' | 'form')[]
  /**
   * How a card is entered: in fields of ours, in frames that the provider's script draws, or on the provider's page; null
   * where no card is taken.
   */
  cardEntry: 'fields' | 'script' | 'page' | null
  /** Whether the address of call-backs is registered by us, or entered by a person at the provider. */
  callbacks: 'registered' | 'copied' | 'none'
}

/** A way to pay of `methods.ts` as the channel takes it. */
export interface CatalogueWay {
  type: OfferedMethod
  /** Empty where the method has no sub-types. */
  subType: string
  /** The countries of payables that it can pay; absent for those of the way itself. */
  countries?: readonly string[]
  /** Absent for the currencies of the way and the channel. */
  currencies?: readonly Currency[]
  /** The smallest and largest amounts in minor units, by currency; a currency that is absent has no bound. */
  minimum?: Readonly<Partial<Record<Currency, number>>>
  maximum?: Readonly<Partial<Record<Currency, number>>>
  refunds: RefundAbility
  /** The days for which an authorisation holds before it is captured; absent where it cannot be authorised first. */
  authorisedDays?: number
  /** The keys and names of the banks among which the shopper chooses. */
  banks?: Readonly<Record<string, string>>
}

/** How a channel pays out. */
export interface PayoutAbility {
  /** Whether it keeps virtual accounts, which deposits come to and payouts leave from. Others pay from one balance. */
  virtualAccounts: boolean
  /** It takes payouts as files that a person carries to the bank. */
  byFile?: true
  /** The first that takes a payout is its rail. */
  rails: readonly PayoutRail[]
}

/** A rail by which money goes from a channel to its destination: where to, how much, what for, when and how fast. */
export interface PayoutRail {
  /** Names it within the channel, and is kept with each payout. */
  key: string
  /** Its own name, the same in every language: `FAST`. */
  name: string
  to: (typeof payoutDestinations)[number]
  /** Where the destinations are, ISO 3166-1 alpha-2; `GLOBAL` for anywhere. */
  countries: 'GLOBAL' | readonly string[]
  /** Null for any currency. */
  currencies: readonly Currency[] | null
  /** The smallest and largest amounts in minor units, by currency; a currency that is absent has no bound. */
  minimum?: Readonly<Partial<Record<Currency, number>>>
  maximum?: Readonly<Partial<Record<Currency, number>>>
  /** Amounts are multiples of so many minor units, as the bounds are; absent for any. */
  stepMinor?: number
  /** The provider's codes of the banks that it reaches, by their code in the country or by the first 8 letters of their BIC; absent for any bank. */
  banks?: Readonly<Record<string, string>>
  fee: RailFee
  /** The working days until the money arrives; 0 for at once. */
  workingDays: number
  hours: RailHours
}

/** max(minimum, amount × percent) + flat, and tax on that; what is absent is nothing. */
export interface RailFee {
  /** Decimal numbers of percent: `0.5`. */
  percent?: string
  tax?: string
  /** Minor units by currency. */
  minimum?: Readonly<Partial<Record<Currency, number>>>
  flat?: Readonly<Partial<Record<Currency, number>>>
}

/** When a rail takes payouts, by the clocks of its zone. */
export interface RailHours {
  /** 1 is Monday. */
  days: readonly number[]
  /** `HH:mm`; the cut-off, which is later and may be 24:00, is the first minute in which nothing is taken any more. */
  opens: string
  cutOff: string
  zone: string
  /** The calendar whose holidays it keeps: a country, or `EU` for the payment system of the euro; null for none. */
  calendar: string | null
}

/** `whole`: the whole amount once. `once`: one refund, of a part or of all. `several`: parts, up to `most` times. */
export interface RefundAbility {
  kind: 'none' | 'whole' | 'once' | 'several'
  /** The days after the payment within which it can be refunded; absent for no limit that is known. */
  days?: number
  most?: number
}

export interface CredentialField {
  /** The field's name in requests and in what is kept: `secret_key`. */
  name: string
  /** The words of the provider's own dashboard, in English: 'Secret key'. */
  label: string
  /** Where the provider's dashboard has it, in English: 'Developers → API keys'. */
  where: string
  secret: boolean
  /** What the value looks like in each environment, without anchors; absent for any text. */
  pattern?: Readonly<Record<Environment, string>>
  /** Several lines are kept, such as those of a PEM file. */
  multiline?: true
  optional?: true
  /** Kept by us and never asked for, such as the secret of an endpoint that we registered. */
  ours?: true
}
