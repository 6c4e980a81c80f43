import i18next from 'i18next'
import type { ReconRule, RuleReference } from '#contract/recon-rule-shapes.ts'
import { displayLocale, type Language } from '#i18n/languages.ts'
import { isolated, isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'
import { exactWords } from '#console/kit/details/exact-amount.tsx'

const t = i18next.t
/** The name of a rule: that of one which comes with the product, or the key that somebody gave it. */
export const ruleName = (key: string): string => codeWord('matchRuleNames', key)
export const referenceWord = (reference: RuleReference): string => t(($) => $.matchRules.references[reference])

/** What a rule does, in a sentence. */
export function ruleSentence(rule: ReconRule): string {
  const { kind, refs, is_loose, group_by = [], days = 0 } = rule
  const named = refs && {
    reference:
      refs.a === refs.b
        ? referenceWord(refs.a)
        : t(($) => $.matchRules.twoReferences, { ours: referenceWord(refs.a), theirs: referenceWord(refs.b) }),
  }
  const groups = new Intl.ListFormat(displayLocale(i18next.language as Language)).format(group_by.map((group) => t(($) => $.matchRules.groups[group])))
  return [t(($) => $.matchRules.sentences[kind], { ...named, groups, count: days }), is_loose ? t(($) => $.matchRules.loosely) : '']
    .filter((part) => part !== '')
    .join(' ')
} // prettier-ignore

/** Of which records alone, in words; empty where a rule is of all. */
export function onlyWords({ only = {} }: ReconRule, language: Language): string {
  const { types = [], methods = [], accounts = [], amount_from: from, amount_to: to } = only
  const amount = (text: string) => isolatedLtr(exactWords(text, language))
  const comma = t(($) => $.app.comma)
  const parts = [
    types.map((type) => wireWord('recordTypes', type)).join(comma),
    methods.map(isolated).join(comma),
    accounts.map(isolated).join(comma),
    from === undefined ? '' : t(($) => $.matchRules.amountFrom, { amount: amount(from) }),
    to === undefined ? '' : t(($) => $.matchRules.amountTo, { amount: amount(to) }),
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : t(($) => $.matchRules.onlyOf, { what: parts.join('; ') })
}
