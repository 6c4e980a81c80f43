import { type Markup, markup } from './markup.ts'

/** Letters of one stroke width, four wide and six high. */
const letters: Readonly<Record<string, string>> = {
  A: 'M0 6L2 0L4 6M.8 4H3.2',
  B: 'M0 0V6H2.5A1.5 1.5 0 0 0 2.5 3H0H2.3A1.5 1.5 0 0 0 2.3 0Z',
  C: 'M4 1.2A2.2 2.2 0 0 0 2.3 0A2.3 3 0 0 0 2.3 6A2.2 2.2 0 0 0 4 4.8',
  D: 'M0 0V6H1.5A2.5 3 0 0 0 1.5 0Z',
  E: 'M3.8 0H0V6H3.8M0 3H3',
  F: 'M3.8 0H0V6M0 3H3',
  G: 'M4 1.2A2.2 2.2 0 0 0 2.3 0A2.3 3 0 0 0 2.3 6A2 2 0 0 0 4 5V3.3H2.5',
  I: 'M2 0V6',
  J: 'M3.2 0V4.3A1.6 1.7 0 0 1 0 4.3',
  K: 'M0 0V6M4 0L0 3.4M1.4 2.3L4 6',
  L: 'M0 0V6H3.8',
  M: 'M0 6V0L2 3.6L4 0V6',
  O: 'M2 0A2 3 0 0 0 2 6A2 3 0 0 0 2 0Z',
  P: 'M0 6V0H2.4A1.6 1.6 0 0 1 2.4 3.3H0',
  Q: 'M2 0A2 3 0 0 0 2 6A2 3 0 0 0 2 0ZM2.5 4.3L4.2 6.3',
  R: 'M0 6V0H2.4A1.6 1.6 0 0 1 2.4 3.3H0M2 3.3L4 6',
  S: 'M3.8 1A2 1.4 0 0 0 2 0C-.4 0-.4 2.7 2 3C4.5 3.3 4.4 6 2 6A2 1.4 0 0 1 .1 5',
  T: 'M0 0H4M2 0V6',
  V: 'M0 0L2 6L4 0',
  X: 'M0 0L4 6M4 0L0 6',
  Z: 'M0 0H4L0 6H4',
  7: 'M0 0H4L1.6 6',
}
const advance = 5.6

/** A word in the middle of a mark 24 high; `x` is its own middle. A letter that is not drawn leaves its place empty. */
export function word(text: string, { x, ink, size, slant = false }: Word): Markup {
  const width = (text.length * advance - (advance - 4)) * size
  const at = `translate(${round(x - width / 2)} ${round(12 - 3 * size)}) scale(${String(size)})${slant ? ' skewX(-10) translate(.6)' : ''}`
  return markup`<g transform="${at}" fill="none" stroke="${ink}" stroke-width="${String(slant ? 1.35 : 1.15)}" stroke-linejoin="round">${Array.from(
    text,
  ).map(
    (letter, index) => markup`<path transform="translate(${round(index * advance)})" d="${letters[letter]}"/>`,
  )}</g>`
}
interface Word {
  x: number
  ink: string
  size: number
  slant?: boolean
}

const round = (value: number): string => String(Math.round(value * 100) / 100)
