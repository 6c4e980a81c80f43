import { describe, expect, it } from 'vitest'
import { rules } from '#contract/access.ts'
import { wordsOf } from '#contract/notification-words.ts'
import { kindNames, kindOf, searchOf } from '#contract/notifications.ts'
import type { Areas } from '#i18n/areas.ts'
import { defaultLanguage, type Language } from '#i18n/languages.ts'
import { readSearch } from '#console/kit/routing/screen-link.tsx'

const files = import.meta.glob<Areas['notices']>('../../i18n/*/notices.json', { eager: true, import: 'default' })

/** Checks the declaration of each kind against texts, screens and rules. */
describe.each(kindNames)('%s', (kind) => {
  const declared = kindOf(kind)
  const facts = Object.fromEntries(declared.facts.map((fact) => [fact, `value-of-${fact}`]))

  it('has texts in each language, with the same facts and nothing undefined', () => {
    const texts = Object.values(files).map((texts) => wordsOf(kind, facts, texts, defaultLanguage))
    for (const { name, text } of texts) {
      expect(name.trim()).not.toBe('')
      expect(text).not.toContain('undefined')
    }
    const told = texts.map(({ text }) => [...text.matchAll(/value-of-(\w+)/g)].map((match) => match[1]).toSorted())
    for (const one of told) expect(one).toEqual(told[0])
    const english = wordsOf(
      kind,
      facts,
      files[`../../i18n/${defaultLanguage}/notices.json`] as Areas['notices'],
      defaultLanguage,
    )
    expect(texts.filter(({ name }) => name === english.name)).toHaveLength(1)
  })

  it('leads to a screen that declares the needed query parameters', () => {
    const { to } = declared.opens
    const address = searchOf(kind, facts)
    expect(readSearch(to, address)).toEqual(address)
    expect(Object.values(address)).not.toContain('')
  })

  it('has a rule of roles, which a job can check in SQL, and of nothing else that could differ when it happens', () => {
    const conditions = rules[declared.audience].checks.map(([, otherwise]) => otherwise)
    // A merchant that works across borders has never what some are about, and no other has what some others are about.
    const fixed = ['not_onboarded', 'not_for_cross_border', 'cross_border_only']
    expect(conditions.filter((condition) => !fixed.includes(condition))).toEqual([])
    if (declared.fixed) expect(declared.console).toBe(true)
  })
})

it.each<[Language, string]>([
  ['en', '-1,234.50 SGD'],
  ['fr', '-1\u202f234,50 SGD'],
  ['id', '-1.234,50 SGD'],
  ['fi', '\u22121\u00a0234,50 SGD'],
])('an amount is written as readers of %s write it', (language, written) => {
  const texts = files[`../../i18n/${language}/notices.json`] as Areas['notices']
  const said = (amount: string) => wordsOf('payment_received', { amount, order_id: '1,234' }, texts, language).text
  expect(said('-1,234.50 SGD')).toContain(`\u2068${written}\u2069`)
  // An order's number is no amount, nor is what has another currency than ours.
  expect(said('1,234.50 QQQ')).toContain('\u20681,234.50 QQQ\u2069')
  expect(said('5.00 SGD')).toContain('\u20681,234\u2069')
})
