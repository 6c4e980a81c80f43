import i18next from 'i18next'
import type { ChannelType, payoutDestinations } from '#contract/channel-catalogue/entry.ts'
import type { PayChannel } from '#contract/channels.ts'
import type { PayMethod } from '#contract/channel-shapes.ts'
import { methods } from '#contract/methods.ts'
import type { Language } from '#i18n/languages.ts'
import { amountInText } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { countryChoices, countryName, numberText } from '#console/kit/i18n/names.ts'
import { wireWord } from '#console/kit/i18n/words.ts'

/** The state of a channel in a list: that of its credentials, unless it is off or rests. */
export function stateOf({ is_enabled, credentials_state: state, health }: PayChannel): string {
  if (health === 'resting' || health === 'trying') return health
  return is_enabled || state === 'refused' || state === 'unverified' || state === 'missing' ? state : 'disabled'
}

export const typeWord = (type: ChannelType): string => i18next.t(($) => $.payChannels.types[type])

/** The first of some names, and the number of the others. A single other one is named as well. */
export function fewWords(names: readonly string[], first = 2): string {
  const shown = names.length > first + 1 ? names.slice(0, first) : names
  const listed = shown.map(isolated).join(i18next.t(($) => $.app.comma))
  const others = names.length - shown.length
  return others === 0 ? listed : `${listed} ${i18next.t(($) => $.payChannels.more, { count: others })}`
}

/** Some codes with one of them first, where it is among them: the merchant's own says most. */
export const ownFirst = <Code extends string>(codes: readonly Code[], own: string): Code[] =>
  codes.toSorted((a, b) => Number(b === own) - Number(a === own))

/** Where a channel or a way can be used, the merchant's own country first; none and `GLOBAL` mean anywhere. */
export const countriesWords = (
  countries: readonly string[],
  { language, own }: { language: Language; own: string },
): string =>
  countries.length === 0 || countries.includes('GLOBAL')
    ? i18next.t(($) => $.payChannels.anyCountry)
    : fewWords(ownFirst(countries, own).map((code) => countryName(code, language)))

/** The methods of some ways, each once. */
export const methodsWords = (ways: readonly { type: string }[]): string =>
  fewWords([...new Set(ways.map(({ type }) => wireWord('methods', type)))])

/** What a channel pays out of: virtual accounts, or the one balance of the account at the provider. */
export const paysFromWord = (virtualAccounts: boolean): string =>
  i18next.t(($) => (virtualAccounts ? $.payoutChannels.fromVirtualAccounts : $.payoutChannels.fromBalance))

/** What payouts can be sent to: 'Bank accounts, Mobile wallets'. */
export const destinationsWords = (rails: readonly { to: (typeof payoutDestinations)[number] }[]): string =>
  [...new Set(rails.map(({ to }) => to))]
    .map((to) => isolated(i18next.t(($) => $.payoutChannels.destinations[to])))
    .join(i18next.t(($) => $.app.comma))

interface WayNamed extends Pick<PayMethod, 'sub_type' | 'display_name'> {
  type: string
}
/** The name of a way to pay: 'Wallet · GrabPay', 'Credit and debit cards'. */
export function wayWords({ type, sub_type: subType, display_name: name }: WayNamed): string {
  const method = wireWord('methods', type)
  if (name) return `${method} · ${name}`
  return type === 'CARD' && isCard(subType) ? i18next.t(($) => $.payChannels.cards[subType]) : method
}
const isCard = (subType: string): subType is keyof typeof methods.CARD.subTypes =>
  Object.hasOwn(methods.CARD.subTypes, subType)

type Limits = PayMethod['limits']
/** The bounds of amounts, one text for each currency: '1.00 – 500.00 SGD', 'from 10,000 IDR'. */
export const limitsWords = (limits: Limits, language: Language): string[] =>
  limits.flatMap(({ currency, minimum, maximum }) => {
    const amount = (value: number) => amountInText(value, currency, language)
    if (minimum !== null && maximum !== null)
      return i18next.t(($) => $.payChannels.between, { from: amount(minimum), to: amount(maximum) })
    if (minimum !== null) return i18next.t(($) => $.payChannels.fromAmount, { amount: amount(minimum) })
    return maximum === null ? [] : i18next.t(($) => $.payChannels.upToAmount, { amount: amount(maximum) })
  })

/** How many of the payments that ended today were paid: '31 of 32'. */
export const successCount = ({ ended, paid }: PayChannel['today'], language: Language): string =>
  i18next.t(($) => $.payChannels.successOf, {
    paid: numberText(paid, language),
    all: numberText(ended, language),
  })

/** The choices of a channel's country: anywhere, or one of those in which it can be used. */
export const countryOptions = (countries: readonly string[], language: Language) => [
  { value: 'GLOBAL', label: i18next.t(($) => $.payChannels.anyCountry) },
  ...(countries.includes('GLOBAL') ? countryChoices(language) : countryChoices(language, countries)),
]
