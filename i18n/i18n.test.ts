import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { flatTexts, unlike, untranslated } from './gate.ts'
import { checkTexts, drafts } from '../tools/text-files.ts'
import { dateLocale, defaultLanguage, displayLocale, languages, languageTags } from './languages.ts'

const folder = (tag: string) => join(import.meta.dirname, tag)
const read = (tag: string, file: string) => JSON.parse(readFileSync(join(folder(tag), file), 'utf8')) as object
const areas = readdirSync(folder(defaultLanguage))
const others = languageTags.filter((tag) => tag !== defaultLanguage)

describe('the registry', () => {
  it('has a row for each folder and a folder for each row', () => {
    const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const inUse = folders.map(({ name }) => name).filter((name) => name !== 'drafts')
    expect(inUse.toSorted()).toEqual(languageTags.toSorted())
    expect(drafts().filter((tag) => inUse.includes(tag))).toEqual([])
  })

  it.each(languageTags)('%s: agrees with Unicode’s data on the language, and `Intl` knows its locales', (tag) => {
    const { direction, dates, numerals, name } = languages[tag]
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag])
    expect(new Intl.Locale(dates).language).toBe(new Intl.Locale(tag).language)
    const script = new Intl.Locale(tag).maximize().script ?? ''
    expect(direction).toBe(/^(?:Arab|Hebr|Syrc|Thaa|Nkoo|Adlm|Rohg)$/.test(script) ? 'rtl' : 'ltr')
    expect(Intl.supportedValuesOf('numberingSystem')).toContain(numerals)
    expect(name.trim()).not.toBe('')
    for (const locale of [displayLocale(tag), dateLocale(tag)]) {
      expect(Intl.DateTimeFormat.supportedLocalesOf(locale)).toEqual([locale])
      const used = new Intl.DateTimeFormat(locale).resolvedOptions()
      expect(used).toMatchObject({ numberingSystem: numerals, calendar: 'gregory' })
    }
  })
})

describe('the English texts', () => {
  // Each was in the texts once, and reads as translated or as from another century.
  const turns =
    /\b(?:somebody|nobody seems|mailbox with|this is no (?!longer)|hand(?:ed)? in|will not do|call(?:ed)? off|as at first|lately|go(?:es)? on|on its way|opens? nothing|of yours|goes back|let go|there is no such|not there|own days|with one press|slips?|cannot|prove who you are|look into)\b|(?<!e-)\bmails?\b/i

  it.each(areas)('%s: none has a turn of phrase that people stumble over', (file) => {
    const texts = [...flatTexts(read(defaultLanguage, file))]
    expect(texts.filter(([, text]) => turns.test(text))).toEqual([])
  })

  // i18next writes a value as it is where it does not know the format.
  it.each(areas)('%s: no placeholder has another format than a number', (file) => {
    const texts = [...flatTexts(read(defaultLanguage, file))]
    expect(texts.filter(([, text]) => /\{\{\w+,(?! number\}\})/.test(text))).toEqual([])
  })
})

describe.each(others)('the texts in %s', (tag) => {
  it('are whole, in the plural forms of the language, with the placeholders of the English, translated and set as the language is', () => {
    expect(checkTexts(folder(tag), tag)).toEqual({ missing: [], faults: [] })
  })
})

describe('an incomplete language', () => {
  const whole = flatTexts({ a: 'one {{x}}', b_one: '{{count}} day', b_other: '{{count}} days', c: ['{y} left'] })
  const arabic = { b_zero: '0', b_one: '1', b_two: '2', b_few: '{{count}}', b_many: '{{count}}', b_other: '{{count}}' }
  const faults = (texts: object) => unlike(whole, flatTexts(texts), 'ar')

  it('is reported when a text, a plural form or a placeholder is missing or unknown', () => {
    expect(faults({ a: 'x {{x}}', c: ['{y}'], ...arabic })).toEqual([])
    expect(faults({ a: '', c: ['{y}'], ...arabic })).toEqual(['a: empty', 'a: placeholders'])
    expect(faults({ a: '{{y}}', c: ['{z}'], ...arabic })).toEqual(['a: placeholders', 'c|0: placeholders'])
    expect(faults({ a: '{{x}}', c: ['{y}'], b_one: '1', b_other: '{{count}}' })).toHaveLength(4)
    expect(faults({ a: '{{x}}', c: ['{y}', 'z'], d: 'more', ...arabic })).toEqual([
      'c|1: not in English',
      'd: not in English',
    ])
  })
  it('is reported when a text is still English', () => {
    expect(untranslated(whole, flatTexts({ a: 'one {{x}}', c: ['بقي {y}'] }))).toEqual(['a'])
    expect(untranslated(flatTexts({ a: '{x} – {y}' }), flatTexts({ a: '{x} – {y}' }))).toEqual([])
  })
})
