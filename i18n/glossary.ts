import { wantedKeys, type FlatTexts } from './gate.ts'

/** A term of payments: how English calls it, and each language, by tag. */
export interface Term {
  english: string
  /** The best word first, then others and stems that stand in its place where a word is inflected. */
  said: Readonly<Record<string, readonly string[]>>
}

/** Reads `docs/glossary.tsv`: the first column is English, the others are languages by their tags, words apart by `|`. */
export function readGlossary(file: string): Term[] {
  const [head = '', ...lines] = file.split('\n').filter(Boolean)
  const tags = head.split('\t').slice(1)
  return lines.map((line) => {
    const [english = '', ...words] = line.split('\t')
    return {
      english,
      said: Object.fromEntries(tags.map((tag, at) => [tag, (words[at] ?? '').split('|').filter(Boolean)])),
    }
  })
}

/** The texts whose English has a term that the language says with none of its words, one line each. */
export function otherWords(english: FlatTexts, texts: FlatTexts, terms: readonly Term[], tag: string): string[] {
  const sought = terms
    .toSorted((one, other) => other.english.length - one.english.length)
    .map((term) => ({ ...term, pattern: patternOf(term.english) }))
  return wantedKeys(english, tag).flatMap(({ key, like }) => {
    const text = plain(texts.get(key) ?? '')
    let rest = (english.get(like) ?? '').replaceAll(/\{\{?[^{}]*\}\}?/g, ' ')
    return sought.flatMap(({ english: term, pattern, said }) => {
      const without = rest.replaceAll(pattern, ' ')
      if (without === rest) return []
      // A longer term takes its words with it: a payment link is no payment.
      rest = without
      return said[tag]?.some((word) => text.includes(plain(word))) === false ? [`${key}: ${term}`] : []
    })
  })
}
const patternOf = (term: string) => new RegExp(`(?<![\\w-])${term.replaceAll('-', '[- ]?')}(?:s|es)?(?![\\w-])`, 'gi')
/** Without case, vowel signs and what only divides lines. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[\u00ad\u200b\u064b-\u0652]/g, '')
    .replaceAll(/[\u00a0\u202f]/g, ' ')
