/** The texts of a language by their keys, the parts joined by `|`. */
export type FlatTexts = ReadonlyMap<string, string>

/** Lays nested texts flat. */
export function textsOf(nested: object, above = ''): FlatTexts {
  return new Map(
    Object.entries(nested).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string'
        ? [[above + name, value] as const]
        : [...textsOf(value as object, `${above}${name}|`).entries()],
    ),
  )
}

const pluralForm = /_(?:zero|one|two|few|many|other)$/
const isPlural = (key: string, texts: FlatTexts) => pluralForm.test(key) && texts.has(key.replace(pluralForm, '_other'))
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1] ?? '').toSorted()

/** How a language's texts differ from English, one line each; plurals are held to the language's own forms. */
export function unlike(english: FlatTexts, texts: FlatTexts, tag: string): string[] {
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
  const wanted = [...english.keys()].flatMap((key) => {
    if (!isPlural(key, english)) return [{ key, like: key }]
    if (!key.endsWith('_other')) return []
    return forms.map((form) => ({ key: key.replace(pluralForm, `_${form}`), like: key }))
  })
  const keys = new Set(wanted.map(({ key }) => key))
  const faults = wanted.flatMap(({ key, like }) => faultsOf(key, texts.get(key), english.get(like) ?? ''))
  return [...faults, ...[...texts.keys()].filter((key) => !keys.has(key)).map((key) => `${key}: not in English`)]
}

function faultsOf(key: string, text: string | undefined, english: string): string[] {
  if (text === undefined) return [`${key}: missing`]
  const own = placeholders(text)
  // 'one day' and 'two days' need no number.
  const uncounted = pluralForm.test(key)
    ? (names: string[]) => names.filter((name) => name !== 'count')
    : (n: string[]) => n
  const same = String(uncounted(own)) === String(uncounted(placeholders(english)))
  return [...(text.trim() === '' ? [`${key}: empty`] : []), ...(same ? [] : [`${key}: placeholders`])]
}

/**
 * Keys that the code uses without a text, and texts that it never uses. A key followed by `[…]` uses all below it; the
 * groups given are used by words of the wire.
 */
export function missingTexts(
  english: FlatTexts,
  sources: readonly string[],
  groups: readonly string[],
): { unknown: string[]; unused: string[] } {
  const base = (key: string) => (isPlural(key, english) ? key.replace(pluralForm, '') : key)
  const known = [...new Set([...english.keys()].map(base))]
  const used = sources.flatMap((source) => [...source.matchAll(/\$((?:\.\w+)+)(\[)?/g)].map(usedBy))
  const covers = ({ key, below }: Used, text: string) => (below ? text.startsWith(`${key}|`) : text === key)
  return {
    unknown: used.filter((one) => !known.some((text) => covers(one, text))).map(({ key }) => key),
    unused: known.filter(
      (text) => !groups.some((name) => text.startsWith(`${name}|`)) && !used.some((one) => covers(one, text)),
    ),
  }
}
interface Used {
  key: string
  below: boolean
}
const usedBy = ([, path = '', dynamic]: RegExpMatchArray): Used => ({
  key: path.slice(1).replaceAll('.', '|'),
  below: dynamic !== undefined,
})
