import type { PayMethod } from './view.ts'
import { type Markup, markup } from './markup.ts'
import { genericMarks, wayColours } from './mark-shapes.ts'
import { word } from './mark-letters.ts'
import type { CardBrand } from './view.ts'

/**
 * Small pictures of card brands and ways to pay, drawn here from plain shapes and letters. The name stands in words beside or
 * behind each, so a screen reader leaves them out.
 */
export const brandMark = (brand: CardBrand): Markup => tile(brands[brand])

/** The mark of a way: its own colour and initial where it has a name of its own, else what kind of way it is. */
export function wayMark({ type, subType, name }: PayMethod): Markup {
  const own = wayColours[subType]
  if (!own || !name)
    return markup`<svg class="tile kind" viewBox="0 0 38 24" aria-hidden="true">${genericMarks[type]}</svg>`
  const [ground, ink = '#fff'] = own
  const initial = name
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 1)
    .toUpperCase()
  return tile(markup`${plain(ground)}${word(initial, { x: 19, ink, size: 1.9 })}`)
}

const tile = (inside: Markup): Markup =>
  markup`<svg class="tile" viewBox="0 0 38 24" aria-hidden="true">${inside}</svg>`
const plain = (ground: string): Markup => markup`<rect width="38" height="24" rx="4" fill="${ground}"/>`
const white = plain('#fff')
const bar = (x: number, colour: string): Markup => markup`<path fill="${colour}" d="M${String(x + 3)} 4h8l-3 16h-8z"/>`
const column = (x: number, colour: string, letter: string): Markup =>
  markup`<rect x="${String(x)}" y="4" width="8" height="16" rx="2.5" fill="${colour}"/>${word(letter, { x: x + 4, ink: '#fff', size: 0.9 })}`

const brands: Record<CardBrand, Markup> = {
  visa: markup`${white}${word('VISA', { x: 19, ink: '#1a1f71', size: 1.35, slant: true })}`,
  mastercard: markup`${white}<circle cx="14.5" cy="12" r="7.5" fill="#e0281f"/><circle cx="23.5" cy="12" r="7.5" fill="#f59b23" fill-opacity=".88"/>`,
  amex: markup`${plain('#1f72cd')}${word('AMEX', { x: 19, ink: '#fff', size: 1.25 })}`,
  jcb: markup`${white}${column(5, '#0b4ea2', 'J')}${column(15, '#c3182f', 'C')}${column(25, '#0a8a3f', 'B')}`,
  unionpay: markup`${white}${bar(4, '#d3122c')}${bar(13, '#0b4a82')}${bar(22, '#067d85')}`,
  diners: markup`${white}<circle cx="19" cy="12" r="8.5" fill="#0a69aa"/><path fill="#fff" d="M17 6.3a6 6 0 0 0 0 11.4zM21 6.3a6 6 0 0 1 0 11.4z"/>`,
  discover: markup`${white}<path fill="#f47b20" d="M38 12v8a4 4 0 0 1-4 4H14c10-1 19-5 24-12z"/>${word('DISCOVER', { x: 19, ink: '#23272e', size: 0.78 })}`,
}
