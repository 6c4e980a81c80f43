import { isPlural, pluralForm, type FlatTexts } from '#i18n/gate.ts'

/**
 * Finds keys in the code without a text, and texts without a use. A key followed by `[…]` uses all keys below it;
 * `groups` are used by words of the wire.
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
