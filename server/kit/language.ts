import { messageLanguages, type MessageLanguage } from '#contract/messages.ts'

/** The one that an Accept-Language header wants most; English when it wants none of them. */
export function messageLanguage(header: string | undefined): MessageLanguage {
  const wanted = (header ?? '').slice(0, 400).split(',').map(wish)
  const [best] = wanted.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  return best?.language ?? 'en'
}

function wish(text: string): { language: MessageLanguage | undefined; weight: number } {
  const [tag = '', quality] = text
    .trim()
    .toLowerCase()
    .split(/\s*;\s*q=/)
  const language = messageLanguages.find((known) => known === tag.split('-')[0])
  return { language, weight: language === undefined ? 0 : quality === undefined ? 1 : Number(quality) || 0 }
}
