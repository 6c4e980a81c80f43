import { ar } from './ar.ts'
import { en, type Texts } from './en.ts'

/** The languages that the shopper's page speaks, by BCP 47 tag; `name` is the language's own name for itself. */
export const languages = {
  en: { name: 'English', dir: 'ltr', texts: en },
  ar: { name: 'العربية', dir: 'rtl', texts: ar },
} as const satisfies Record<string, { name: string; dir: 'ltr' | 'rtl'; texts: Texts }>

export type Language = keyof typeof languages
export const languageTags = Object.keys(languages) as [Language, ...Language[]]

/**
 * The language to show: the one that was asked for (`?lang=`), else the best of the browser's `Accept-Language`, else
 * English. Never fails: what is not understood is passed over.
 */
export function languageOf(acceptLanguage: string | undefined, asked?: string): Language {
  return available(asked ?? '') ?? preferred(acceptLanguage ?? '') ?? 'en'
}

const preferred = (acceptLanguage: string): Language | undefined =>
  // A header is at most a few hundred characters; more is not a browser's.
  acceptLanguage
    .slice(0, 1_000)
    .split(',')
    .map(rangeOf)
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => available(tag))
    .find((language) => language !== undefined)

function rangeOf(text: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim())
  const quality = parameters.find((parameter) => /^q=/i.test(parameter))
  return { tag, weight: quality ? Number(quality.slice(2)) || 0 : 1 }
}

/** The tag itself or what it is a variant of: ar-EG → ar (RFC 4647, lookup). */
function available(tag: string): Language | undefined {
  const subtags = tag.toLowerCase().split('-')
  const shorter = subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-'))
  return shorter.flatMap((name) => languageTags.filter((known) => known.toLowerCase() === name))[0]
}
