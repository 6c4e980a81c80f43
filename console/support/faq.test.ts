import { describe, expect, it } from 'vitest'
import { languageTags, type Language } from '#i18n/languages.ts'
import type { Areas } from '#i18n/areas.ts'
import { wordsIn } from '#console/kit/i18n/search-words.ts'
import { faq, findAnswers as findIn, marked, plain } from './faq.ts'

const files = import.meta.glob<Areas['faq']>('../../i18n/*/faq.json', { eager: true, import: 'default' })
const findAnswers = (search: string, language: Language) =>
  findIn(search, files[`../../i18n/${language}/faq.json`] as Areas['faq'])

describe('the answers', () => {
  it.each(languageTags)('are complete in %s, each with a question and every paragraph', (language) => {
    const all = findAnswers('', language)
    expect(all.map(({ id }) => id)).toEqual(faq.map(({ id }) => id))
    const english = new Map(findAnswers('', 'en').map(({ id, answer }) => [id, answer]))
    for (const { id, question, answer } of all) {
      expect(question).toMatch(/[?؟？.。]$|[\u0E00-\u0E7F]$/)
      expect(answer).toHaveLength(english.get(id)?.length ?? 0)
      // A syllable or word is one character in some scripts.
      expect(answer.join(' ').length).toBeGreaterThan((english.get(id)?.join(' ').length ?? 0) / 5)
    }
  })

  it('are found by all of the words, in any case and spelling', () => {
    const ids = (search: string, language: Language = 'en') => findAnswers(search, language).map(({ id }) => id)
    expect(ids('webhook SIGNATURE headers')).toEqual(['webhook_verify'])
    expect(ids('  ')).toHaveLength(faq.length)
    expect(ids('refund zebra')).toEqual([])
    // Arabic vowel signs and forms of alef do not matter.
    expect(ids('الاسترداد بالجملة', 'ar')).toEqual(ids('الإسترداد بالجمله', 'ar'))
    expect(ids('استرداد بالجمله', 'ar')).toContain('refund_many')
  })
})

describe('a match', () => {
  it('is marked in the unchanged text', () => {
    for (const { question, answer } of [...findAnswers('', 'en'), ...findAnswers('', 'ar')])
      for (const text of [question, ...answer])
        for (const word of ['a', 'the', 'رد', 'ال', '']) {
          const pieces = marked(text, wordsIn(word))
          expect(pieces.map((piece) => piece.text).join('')).toBe(text)
          for (const piece of pieces.filter(({ found }) => found)) expect(plain(piece.text)).toContain(plain(word))
        }
    expect(marked('Aa-bAb', ['a', 'ab'])).toEqual([
      { text: 'Aa', found: true },
      { text: '-b', found: false },
      { text: 'Ab', found: true },
    ])
  })
})
