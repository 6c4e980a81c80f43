import { isStorable } from '#contract/kit/text-forms.ts'

/** Gives the next text, of at most so many characters. */
export type NextText = (most: number) => string

/** Takes one text after the other, from the first again behind the last; what cannot be stored is left out. */
export function textsInTurn(all: readonly string[]): NextText {
  let at = 0
  return (most) => {
    for (let tries = 0; tries < all.length; tries += 1) {
      const text = (all[at++ % all.length] ?? '').slice(0, most).trim()
      if (text !== '' && isStorable(text)) return text
    }
    throw new Error('there is no text')
  }
}

/** The parts of a page that are plain text, each another one. */
export function pageOf(next: NextText) {
  const words = () => ({ title: next(80), tooltip: next(200) })
  const options = unique(() => next(200), 12)
  return {
    merchant_details: { name: next(120) },
    title: next(80),
    description: [
      {
        type: 'paragraph',
        spans: [{ text: next(400), bold: true, link: 'https://shop.example/' }, { text: next(400) }],
      },
      { type: 'list', items: [[{ text: next(400), italic: true }], [{ text: next(400) }]] },
    ],
    custom_fields: [
      { id: 'text', type: 'text', optional: false, ...words() },
      { id: 'long', type: 'paragraph', optional: false, ...words() },
      { id: 'pick', type: 'dropdown', optional: false, options, ...words() },
      { id: 'tick', type: 'checkbox', optional: true, ...words() },
      { id: 'number', type: 'number', optional: true, ...words() },
    ],
    name_field: 'required',
    button_text: next(24),
    terms: next(1_000),
    success_message: next(500),
    source: next(40),
    texts: {
      ar: {
        title: next(80),
        description: [{ type: 'paragraph', spans: [{ text: next(400) }] }],
        button_text: next(24),
        terms: next(1_000),
        success_message: next(500),
        fields: { text: words(), pick: { ...words(), options: options.map(() => next(200)) } },
      },
    },
  } as const
}

/** What a shopper answers such a page. */
export const answersTo = ({ custom_fields: [, , pick] }: ReturnType<typeof pageOf>, next: NextText) => ({
  name: next(120),
  email: 'mei@shopper.example',
  fields: { text: next(200), long: next(2_000), pick: pick.options.at(-1) ?? '', tick: true, number: '-12.50' },
})

function unique(next: () => string, count: number): string[] {
  const found = new Set<string>()
  for (let tries = 0; found.size < count && tries < 100 * count; tries += 1) found.add(next())
  return [...found]
}
