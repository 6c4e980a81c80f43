/** The texts of one area by key, whose parts are joined by `|`. */
export type FlatTexts = ReadonlyMap<string, string>

/** Flattens nested texts; the key of a paragraph ends in its number. */
export function flatTexts(nested: object, above = ''): FlatTexts {
  return new Map(
    Object.entries(nested).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string'
        ? [[above + name, value] as const]
        : [...flatTexts(value as object, `${above}${name}|`).entries()],
    ),
  )
}

export const pluralForm = /_(?:zero|one|two|few|many|other)$/
export const isPlural = (key: string, texts: FlatTexts): boolean =>
  pluralForm.test(key) && texts.has(key.replace(pluralForm, '_other'))
const placeholders = (text: string) => [...text.matchAll(/\{\{?\s*(\w+)/g)].map((match) => match[1] ?? '').toSorted()

/** The keys that a language has, in the order of the English ones, each with the English key that it says the same as. */
export function wantedKeys(english: FlatTexts, tag: string): { key: string; like: string }[] {
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
  return [...english.keys()].flatMap((key) => {
    if (!isPlural(key, english)) return [{ key, like: key }]
    if (!key.endsWith('_other')) return []
    return forms.map((form) => ({ key: key.replace(pluralForm, `_${form}`), like: key }))
  })
}

/**
 * The differences of a language's texts from English, one line each; plurals are compared by the language's own
 * forms.
 */
export function unlike(english: FlatTexts, texts: FlatTexts, tag: string): string[] {
  const wanted = wantedKeys(english, tag)
  const keys = new Set(wanted.map(({ key }) => key))
  const faults = wanted.flatMap(({ key, like }) => faultsOf(key, texts.get(key), english.get(like) ?? ''))
  return [...faults, ...[...texts.keys()].filter((key) => !keys.has(key)).map((key) => `${key}: not in English`)]
}

function faultsOf(key: string, text: string | undefined, english: string): string[] {
  if (text === undefined) return [`${key}: missing`]
  const own = placeholders(text)
  // A plural form such as 'one day' needs no number.
  const uncounted = pluralForm.test(key)
    ? (names: string[]) => names.filter((name) => name !== 'count')
    : (n: string[]) => n
  const same = String(uncounted(own)) === String(uncounted(placeholders(english)))
  return [...(text.trim() === '' ? [`${key}: empty`] : []), ...(same ? [] : [`${key}: placeholders`])]
}

/** The keys of texts that are equal to the English ones and contain a letter outside their placeholders. */
export const untranslated = (english: FlatTexts, texts: FlatTexts): string[] =>
  [...texts].flatMap(([key, text]) =>
    text === english.get(key) && /\p{L}/u.test(text.replaceAll(/\{\{?[^{}]*\}\}?/g, '')) ? [key] : [],
  )
