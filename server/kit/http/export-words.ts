import type { Language } from '#i18n/languages.ts'
import { textsOf } from '#server/kit/texts.ts'

/** The console's texts as an export uses them: the word for a code of a group, such as `states.payment`. */
export type Words = (group: string, code: string, params?: Readonly<Record<string, string | number>>) => string

type Texts = { readonly [key: string]: string | Texts }
const all = textsOf('console') as unknown as Readonly<Record<Language, Texts>>

/** Words of a language. A code without a word stays as it is. */
export function wordsIn(language: Language): Words {
  const groups = new Map<string, Texts>()
  const groupOf = (path: string) => {
    let group = groups.get(path)
    if (!group) {
      let found: string | Texts | undefined = all[language]
      for (const name of path.split('.')) found = typeof found === 'object' ? found[name] : undefined
      groups.set(path, (group = typeof found === 'object' ? found : {}))
    }
    return group
  }
  return (group, code, params = {}) => {
    const word = Object.hasOwn(groupOf(group), code) ? groupOf(group)[code] : undefined
    if (typeof word !== 'string') return code
    return word.replaceAll(/\{\{(\w+)(?:, number)?\}\}/g, (_whole, name: string) => String(params[name] ?? ''))
  }
}
