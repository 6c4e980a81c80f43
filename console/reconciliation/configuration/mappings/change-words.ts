import i18next from 'i18next'
import type { ChargeParam, MappingField, MappingReading } from '#contract/recon-mapping-shapes.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'
import { apart, kindOf, type Condition } from './rules.ts'

type Value<Name extends keyof MappingReading> = NonNullable<MappingReading[Name]>
const t = i18next.t

/** A value of a mapping that a version changed, in words, one line for each part of it; as it is where it is a plain text. */
export function changeWords(field: string, text: string): string[] {
  const value = jsonIn(text)
  if (field.startsWith('input_header.') && typeof value === 'object' && value !== null)
    return [listOf(Object.values(value as Record<string, string | string[]>).flat())]
  const words = wordsBy[field]
  return words ? words((value ?? text) as never) : [text]
}

const wordsBy: Record<string, (value: never) => string[]> = {
  'reading.skip': (rules: Value<'skip'>) => rules.map(({ rule, when }) => t(($) => $.reconConfiguration.changeWords.named, { name: isolated(codeWord('reconRules', rule)), value: conditionWords(when) })),
  'reading.types_when': (rules: Value<'types_when'>) => rules.map(({ type, when }) => t(($) => $.reconConfiguration.changeWords.named, { name: wireWord('recordTypes', type), value: conditionWords(when) })),
  'reading.types': (types: Value<'types'>) => Object.entries(types).map(([word, meaning]) => t(($) => $.reconConfiguration.changeWords.named, { name: isolated(word), value: meaning === 'ignored' ? t(($) => $.reconConfiguration.leftOut) : wireWord('recordTypes', meaning) })),
  'reading.cuts': (cuts: Value<'cuts'>) => Object.entries(cuts).flatMap(([field, list]) => (list ?? []).map((cut) => t(($) => $.reconConfiguration.changeWords.named, { name: codeWord('mappingFields', field), value: cutWords(cut) }))),
  'reading.sections': sectionWords,
  'reading.proof': proofWords,
  'reading.no_reference': (words: string[]) => [listOf(words)],
  'reading.identity': (titles: string[]) => [listOf(titles)],
  'reading.dates': (formats: string[]) => [listOf(formats)],
  'reading.tax_in_fee': yesNo,
  'reading.strict': yesNo,
  'reading.unit': (unit: Value<'unit'>) => [t(($) => $.reconConfiguration.units[unit].title)],
  'reading.sign': (sign: Value<'sign'>) => [t(($) => $.reconConfiguration.signs[sign])],
  is_enabled: yesNo,
  all_headers: (titles: string[]) => [listOf(titles)],
  charge_params: (charges: ChargeParam[]) => charges.map(({ header, kind, sign }) => t(($) => $.reconConfiguration.changeWords.named, { name: isolated(header), value: [t(($) => $.reconConfiguration.chargeKinds[kind]), ...(sign === -1 ? [t(($) => $.reconConfiguration.negative)] : [])].join(' · ') })),
} // prettier-ignore

const listOf = (words: readonly string[]): string =>
  words.map(isolated).join(i18next.t(($) => $.reconConfiguration.changeWords.comma))
const columnWords = (column: string | number): string =>
  typeof column === 'string'
    ? isolated(column)
    : t(($) => $.reconConfiguration.advanced.columnNumber, { number: column })
function yesNo(value: boolean): string[] {
  return [wireWord('yesNo', value ? 'yes' : 'no')]
}

/** 'Status is one of Pending, Failed, and Amount is empty'. */
function conditionWords(when: readonly Condition[]): string {
  const each = apart(when).map((one) => {
    const kind = kindOf(one)
    const words = listOf(one.is ?? one.starts_with ?? [])
    return t(($) => $.reconConfiguration.changeWords.conditions[kind], { column: isolated(one.column), words })
  })
  return each.join(t(($) => $.reconConfiguration.changeWords.and))
}

type Cut = NonNullable<Value<'cuts'>[MappingField]>[number]
function cutWords(cut: Cut): string {
  const name = t(($) => $.reconConfiguration.cutNames[cut.cut])
  const parts = 'text' in cut ? [cut.text] : 'from' in cut ? [cut.from, cut.to] : 'path' in cut ? [cut.path] : []
  return parts.length === 0 ? name : t(($) => $.reconConfiguration.changeWords.named, { name, value: parts.map(isolated).join(' … ') })
} // prettier-ignore

function sectionWords({ column, body, titles, ignored }: Value<'sections'>): string[] {
  const line = (name: string, value: string) => t(($) => $.reconConfiguration.changeWords.named, { name, value })
  return [
    line(t(($) => $.reconConfiguration.advanced.column), columnWords(column)),
    ...(body ? [line(t(($) => $.reconConfiguration.advanced.sections.body), listOf(body))] : []),
    ...(titles ? [line(t(($) => $.reconConfiguration.advanced.sections.titles), listOf(titles))] : []),
    ...(ignored ? [line(t(($) => $.reconConfiguration.advanced.sections.ignored), listOf(Object.keys(ignored)))] : []),
  ]
} // prettier-ignore

function proofWords({ payout, running, stated = [] }: Value<'proof'>): string[] {
  return [
    ...(payout ? [t(($) => $.reconConfiguration.advanced.proof.payout)] : []),
    ...(running ? [t(($) => $.reconConfiguration.advanced.proof.running)] : []),
    ...stated.map(({ section, what, column }) =>
      t(($) => $.reconConfiguration.changeWords.stated, {
        section: isolated(section),
        what: t(($) => $.reconConfiguration.advanced.proof.figures[what]),
        column: columnWords(column),
      }),
    ),
  ]
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
