import { kept } from '#contract/kit/kept.ts'
import type { Language } from '#i18n/languages.ts'

/** Compares names as readers of the language sort them: å, ä and ö after z in Finnish, hanzi by pinyin, numbers by their value. */
export const nameOrder = kept((language: Language) => new Intl.Collator(language, { numeric: true }).compare)

/** Choices in the order of their labels. */
export const byLabel = <Choice extends { label: string }>(choices: readonly Choice[], language: Language): Choice[] =>
  choices.toSorted((one, other) => nameOrder(language)(one.label, other.label))
