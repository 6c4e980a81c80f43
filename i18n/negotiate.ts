import { defaultLanguage, languageTags, type Language } from './languages.ts'

/**
 * The language to show: the one that was asked for, else the best of the browser's `Accept-Language`, else the default.
 * Never fails: what is not understood is passed over.
 */
export function languageOf(acceptLanguage: string | undefined, asked = ''): Language {
  return bestLanguage([asked, ...preferred(acceptLanguage ?? '')])
}

/** The first language of ours in a list of tags, best first; the default without one. */
export const bestLanguage = (tags: readonly string[]): Language =>
  tags.map(known).find((language) => language !== undefined) ?? defaultLanguage

/** The tags of an `Accept-Language` header (RFC 9110), best first. */
const preferred = (acceptLanguage: string): string[] =>
  // A header is at most a few hundred characters; more is not a browser's.
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

/** The tag itself, or the first of the same language: another country's variant is understood better than a stranger. */
function known(tag: string): Language | undefined {
  const wanted = tag.toLowerCase()
  return (
    languageTags.find((ours) => ours.toLowerCase() === wanted) ??
    languageTags.find((ours) => languagePart(ours) === languagePart(wanted))
  )
}
const languagePart = (tag: string) => tag.split('-')[0]?.toLowerCase()
