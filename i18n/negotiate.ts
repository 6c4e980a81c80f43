import { defaultLanguage, languages, languageTags, type Language, type LanguageRow } from './languages.ts'

/**
 * The language to show: the one that was asked for, else the best of the browser's `Accept-Language`, else the
 * default. Malformed parts are ignored.
 */
export function languageOf(acceptLanguage: string | undefined, asked = ''): Language {
  return bestLanguage([asked, ...preferred(acceptLanguage ?? '')])
}

/** The first supported language in a list of tags, best first; the default without one. */
export const bestLanguage = (tags: readonly string[]): Language =>
  tags.map(known).find((language) => language !== undefined) ?? defaultLanguage

/** The tags of an `Accept-Language` header (RFC 9110), best first. */
const preferred = (acceptLanguage: string): string[] =>
  // A browser's header has at most a few hundred characters; the rest is not read.
  acceptLanguage
    .slice(0, 1_000)
    .split(',')
    .map(rangeOf)
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)

function rangeOf(text: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim())
  const quality = parameters.find((parameter) => /^q=/i.test(parameter))
  return { tag, weight: quality ? Number(quality.slice(2)) || 0 : 1 }
}

/** The supported language with the same tag, by one of its other names, or with the same primary subtag. */
function known(tag: string): Language | undefined {
  const wanted = tag.toLowerCase()
  return (
    languageTags.find((ours) => ours.toLowerCase() === wanted) ??
    languageTags.find((ours) => namesOf(ours).includes(wanted)) ??
    languageTags.find((ours) => [ours, ...namesOf(ours)].some((name) => languagePart(name) === languagePart(wanted)))
  )
}
const namesOf = (language: Language): readonly string[] => (languages[language] as LanguageRow).also ?? []
const languagePart = (tag: string) => tag.split('-')[0]?.toLowerCase()
