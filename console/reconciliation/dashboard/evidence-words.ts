import i18next from 'i18next'
import { exponentOf } from '#contract/iso-currencies.ts'
import type { ReconEvidence } from '#contract/recon-evidence.ts'
import type { RuleReference } from '#contract/recon-rule-shapes.ts'
import type { Language } from '#i18n/languages.ts'
import { dayWords } from '#console/kit/details/values.tsx'
import { isolated, isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { exactWords } from '#console/kit/details/exact-amount.tsx'
import { sumOfTexts } from '../fees/decimal-sums.ts'
import { referenceWord, ruleName } from '../rule-words.ts'

/** The values that evidence has beside the record itself, each where it says something. */
export interface EvidenceValues {
  by?: [RuleReference, RuleReference]
  ours?: number
  theirs?: number
  tolerance?: string
  gross_not_stated?: boolean
  cancelled?: boolean
  conversion?: { out: string; out_currency: string; in: string; in_currency: string; rate: string }
  choices?: number
  not_searched_further?: boolean
  suggested_by?: string
  duplicate_of?: string
  nearest?: { key: string; why: 'amount' | 'other_currency' | 'other_type' | 'several' | 'taken'; type: string; amount: string; currency: string } // prettier-ignore
}
type Told = Pick<ReconEvidence, 'status' | 'mismatches' | 'record_type' | 'amount' | 'currency' | 'amount_mismatch' | 'fee_mismatch' | 'tax_mismatch' | 'net_currency' | 'days_off' | 'due_on' | 'rule_key' | 'members' | 'suggested' | 'suggested_strength'> & { evidence: EvidenceValues } // prettier-ignore

const t = i18next.t
const inMatch = ['matched', 'amount_mismatch', 'fee_mismatch', 'tax_mismatch', 'date_shift']

/** What became of a record and why, in words of the language. */
export function evidenceWords(record: Told, language: Language): string {
  const parts = inMatch.includes(record.status) ? matchWords(record, language) : aloneWords(record, language)
  return parts.filter((part) => part !== '').join(' ')
}

function matchWords(record: Told, language: Language): string[] {
  const { evidence, mismatches, currency, net_currency, days_off } = record
  if (evidence.cancelled) return [t(($) => $.reconEvidence.cancelled)]
  const isDifferent = record.amount_mismatch !== '0'
  return [
    howWords(record),
    mismatches.includes('amount') ? amountWords(record, language) : '',
    isDifferent && !mismatches.includes('amount') ? t(($) => $.reconEvidence.tolerated, { difference: money(unsigned(record.amount_mismatch), currency, language), tolerance: money(evidence.tolerance ?? '0', currency, language) }) : '',
    mismatches.includes('fee') ? chargeWords('fee', record.fee_mismatch, net_currency, language) : '',
    mismatches.includes('tax') ? chargeWords('tax', record.tax_mismatch, net_currency, language) : '',
    mismatches.includes('date') ? t(($) => $.reconEvidence.late, { count: days_off }) : '',
    mismatches.includes('quantity') ? t(($) => $.reconEvidence.quantity) : '',
    evidence.gross_not_stated ? t(($) => $.reconEvidence.netOnly) : '',
    evidence.conversion ? conversionWords(evidence.conversion, language) : '',
  ]
} // prettier-ignore

/** By which rule, and how many of each side. */
function howWords({ evidence: { by, ours = 1, theirs = 1 }, rule_key }: Told): string {
  if (ours > 1 && theirs > 1) return t(($) => $.reconEvidence.severalSeveral, { ours, count: theirs })
  if (theirs > 1) return t(($) => $.reconEvidence.oneSeveral, { count: theirs })
  if (ours > 1) return t(($) => $.reconEvidence.severalOne, { count: ours })
  if (!by) return t(($) => $.reconEvidence.byRule, { rule: isolated(ruleName(rule_key)) })
  const [a, b] = by
  return a === b
    ? t(($) => $.reconEvidence.byReference, { reference: referenceWord(a) })
    : t(($) => $.reconEvidence.byReferences, { ours: referenceWord(a), theirs: referenceWord(b) })
}

function amountWords({ members, currency, amount_mismatch, evidence }: Told, language: Language): string {
  const sum = (side: 'a' | 'b') => sumOfTexts(members.filter((one) => one.side === side && one.currency === currency).map(({ amount }) => amount ?? '0')) // prettier-ignore
  const [ours, theirs] = [sum('a'), sum('b')]
  const difference = amount_mismatch === '0' ? sumOfTexts([theirs, negative(ours)]) : amount_mismatch
  const said = { ours: money(ours, currency, language), theirs: money(theirs, currency, language), difference: money(unsigned(difference), currency, language), tolerance: money(evidence.tolerance ?? '0', currency, language) } // prettier-ignore
  return t(($) => $.reconEvidence.amount[difference.startsWith('-') ? 'less' : 'more'], said)
}
function chargeWords(what: 'fee' | 'tax', difference: string, currency: string, language: Language): string {
  if (difference === '0') return t(($) => $.reconEvidence[what].other)
  return t(($) => $.reconEvidence[what][difference.startsWith('-') ? 'less' : 'more'], { difference: money(unsigned(difference), currency, language) }) // prettier-ignore
}
const conversionWords = (told: NonNullable<EvidenceValues['conversion']>, language: Language): string =>
  t(($) => $.reconEvidence.converted, { out: money(unsigned(told.out), told.out_currency, language), in: money(told.in, told.in_currency, language), rate: isolatedLtr(told.rate) }) // prettier-ignore

function aloneWords(record: Told, language: Language): string[] {
  const { status, record_type, due_on, evidence, suggested, suggested_strength: strength } = record
  const day = due_on ? isolated(dayWords(due_on, language)) : ''
  if (status === 'adjustment') return [t(($) => $.reconEvidence.adjustment, { type: wireWord('recordTypes', record_type) })]
  if (status === 'duplicate') return [t(($) => $.reconEvidence.duplicate)]
  const nearest = evidence.nearest ? nearestWords(record, evidence.nearest, language) : t(($) => $.reconEvidence.noneLikeIt)
  return [
    status === 'expected' ? t(($) => $.reconEvidence.expected, { day }) : nearest,
    status === 'missing_in_settlement' && day ? t(($) => $.reconEvidence.wasDue, { day }) : '',
    strength === 'suggested' ? t(($) => $.reconEvidence.suggested, { count: suggested.length }) : '',
    strength === 'ambiguous' ? t(($) => $.reconEvidence.ambiguous) : '',
    strength === '' && evidence.not_searched_further ? t(($) => $.reconEvidence.notSearchedFurther) : '',
  ]
} // prettier-ignore

function nearestWords({ record_type, amount, currency }: Told, { why, type, amount: theirs, currency: other }: NonNullable<EvidenceValues['nearest']>, language: Language): string {
  const isOfType = why === 'other_type'
  const here = isOfType ? wireWord('recordTypes', record_type) : money(amount ?? '0', currency, language)
  const there = isOfType ? wireWord('recordTypes', type) : money(theirs, other, language)
  return t(($) => $.reconEvidence.nearest[why], { here, there })
} // prettier-ignore

const money = (value: string, currency: string, language: Language): string =>
  isolatedLtr(`${exactWords(value, language, exponentOf(currency))} ${currency}`)
const unsigned = (value: string): string => value.replace('-', '')
const negative = (value: string): string => (value.startsWith('-') ? value.slice(1) : `-${value}`)
