import { type Language, languages, languageTags } from '#i18n/languages.ts'
import { type Markup, markup } from './markup.ts'
import type { PageTexts } from './texts.ts'

/** The other languages of a page, as links to it. `query` is what else its address asks for, and stays. */
export function languageMenu({ language, preview, query = '' }: Menu, texts: PageTexts): Markup {
  const link = (tag: Language) => {
    const asked = new URLSearchParams(query)
    asked.set('lang', tag)
    const target = preview ? null : markup`href="?${asked.toString()}"`
    return markup`<li><a lang="${tag}" hreflang="${tag}" dir="${languages[tag].direction}" ${target}>${languages[tag].name}</a></li>`
  }
  const others = languageTags.filter((tag) => tag !== language)
  return markup`<details class="languages"><summary aria-label="${texts.language}: ${languages[language].name}">${languages[language].name}</summary>
<ul>${others.map(link)}</ul></details>`
}
interface Menu {
  language: Language
  preview?: boolean | undefined
  query?: string | undefined
}
