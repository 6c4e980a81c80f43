import i18next from 'i18next'
import { kept } from '#contract/kit/kept.ts'
import { ways } from '#contract/methods.ts'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { displayLocale, type Language } from '#i18n/languages.ts'
import { wayWords } from '#console/channels/channel-words.ts'
import { amountInText } from '#console/kit/details/values.tsx'
import { isolated, isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { countryName, shareWords, weekdayName } from '#console/kit/i18n/names.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { ranksOf, sharesOf } from './ranks.ts'
import type { RuleContent } from './rule-values.ts'

type Conditions = RoutingRule['conditions']

const lists = kept((language: Language) => new Intl.ListFormat(displayLocale(language), { type: 'disjunction' }))
const anyOf = (words: readonly string[], language: Language): string => lists(language).format(words.map(isolated))

/** An hour of the day: '22:00'. */
export const hourName = (hour: number): string => isolatedLtr(`${String(hour).padStart(2, '0')}:00`)

/** The name of a method, or of one of its ways to pay. */
export function methodName(type: string, subType: string): string {
  const way = subType && ways.find((one) => one.type === type && one.subType === subType)
  if (!way) return wireWord('methods', type)
  return wayWords({ type: way.type, sub_type: way.subType, display_name: way.name ?? '' })
}

/** More names than these are counted and not listed. */
const mostNames = 3

/** The payments that a rule is for: 'Payments in SGD, by Card, from Singapore'. */
export function paymentsWords(conditions: Conditions, language: Language): string {
  const clauses = [
    ...currencyWords(conditions, language),
    ...amountWords(conditions, language),
    ...methodWords(conditions, language),
    ...countryWords(conditions, language),
    ...sourceWords(conditions, language),
    ...timeWords(conditions, language),
  ]
  if (clauses.length === 0) return i18next.t(($) => $.routing.sentence.all)
  return i18next.t(($) => $.routing.sentence.some, { conditions: clauses.join(i18next.t(($) => $.app.comma)) })
}

/** Currencies that bounds name say so themselves. */
function currencyWords({ currencies, amount }: Conditions, language: Language): string[] {
  if (!currencies || (amount && currencies.every((code) => amount.some(({ currency }) => currency === code)))) return []
  return [
    currencies.length > mostNames
      ? i18next.t(($) => $.routing.sentence.currencies, { count: currencies.length })
      : i18next.t(($) => $.routing.sentence.currency, { list: anyOf(currencies, language) }),
  ]
}

function amountWords({ amount, currencies }: Conditions, language: Language): string[] {
  const named = amount?.filter(({ currency }) => !currencies || currencies.includes(currency)) ?? []
  if (named.length === 0) return []
  if (named.length > mostNames) return [i18next.t(($) => $.routing.sentence.amounts, { count: named.length })]
  const words = named.map(({ currency, min, max }) => {
    const text = (value: number) => amountInText(value, currency, language)
    if (min !== null && max !== null)
      return i18next.t(($) => $.routing.sentence.between, { from: text(min), to: text(max) })
    if (min !== null) return i18next.t(($) => $.routing.sentence.atLeast, { amount: text(min) })
    if (max !== null) return i18next.t(($) => $.routing.sentence.atMost, { amount: text(max) })
    return i18next.t(($) => $.routing.sentence.currency, { list: isolated(currency) })
  })
  return [lists(language).format(words)]
}

function methodWords({ methods }: Conditions, language: Language): string[] {
  if (!methods) return []
  if (methods.length > mostNames) return [i18next.t(($) => $.routing.sentence.methods, { count: methods.length })]
  const names = methods.map(({ type, sub_type = '' }) => methodName(type, sub_type))
  return [i18next.t(($) => $.routing.sentence.method, { list: anyOf(names, language) })]
}

function countryWords({ countries }: Conditions, language: Language): string[] {
  if (!countries) return []
  if (countries.length > mostNames) return [i18next.t(($) => $.routing.sentence.countries, { count: countries.length })]
  const names = countries.map((code) => countryName(code, language))
  return [i18next.t(($) => $.routing.sentence.country, { list: anyOf(names, language) })]
}

function sourceWords({ sources }: Conditions, language: Language): string[] {
  if (!sources) return []
  const names = sources.map((source) => i18next.t(($) => $.routing.sources[source]))
  return [i18next.t(($) => $.routing.sentence.source, { list: anyOf(names, language) })]
}

function timeWords({ weekdays, from_hour: from, to_hour: to }: Conditions, language: Language): string[] {
  const days = weekdays?.map((weekday) => weekdayName(weekday, language)) ?? []
  return [
    ...(days.length > 0 ? [i18next.t(($) => $.routing.sentence.weekday, { list: anyOf(days, language) })] : []),
    ...(from === undefined && to === undefined
      ? []
      : [i18next.t(($) => $.routing.sentence.hours, { from: hourName(from ?? 0), to: hourName(to ?? 24) })]),
  ]
}

type NameOf = (channelKey: string) => string

/** Where the payments go: 'Stripe (60%) or Xendit (40%), then PayPal'. Channels that the rule does not use are left out. */
export function channelsWords(channels: RuleContent['channels'], nameOf: NameOf, language: Language): string {
  const used = channels.filter((channel) => channel.is_enabled)
  if (used.length === 0) return i18next.t(($) => $.routing.sentence.nowhere)
  return ranksOf(used)
    .map((group) => {
      const equals = group.channels.map(({ channel }) => channel)
      const shares = sharesOf(equals)
      return lists(language).format(
        equals.map((channel, index) => {
          const name = channelWords(channel, nameOf)
          const share = shareWords(shares[index] ?? 0, language)
          return equals.length === 1 ? name : i18next.t(($) => $.routing.sentence.share, { channel: name, share })
        }),
      )
    })
    .join(i18next.t(($) => $.routing.sentence.then))
}

const channelWords = ({ channel_key, method_key }: RuleContent['channels'][number], nameOf: NameOf): string => {
  const channel = isolated(nameOf(channel_key))
  return method_key === ''
    ? channel
    : i18next.t(($) => $.routing.sentence.forMethod, { channel, method: wireWord('methods', method_key) })
}

/** A rule in one sentence: 'Payments in SGD go to Stripe, then PayPal.' */
export const ruleSentence = (
  rule: Pick<RuleContent, 'conditions' | 'channels'>,
  nameOf: NameOf,
  language: Language,
): string =>
  i18next.t(($) => $.routing.sentence.whole, {
    payments: paymentsWords(rule.conditions, language),
    channels: channelsWords(rule.channels, nameOf, language),
  })
