import type { Block, Span } from '#contract/page-blocks.ts'
import type { Picture } from './view.ts'
import { type Markup, markup, pictureAddress, webAddress } from '../markup.ts'

/** A description as markup: its texts appear as text, its links lead to https addresses only. */
export const description = (blocks: readonly Block[], preview = false): Markup =>
  markup`<div class="description rich">${blocks.map((one) => block(one, preview))}</div>`

function block(one: Block, preview: boolean): Markup | null {
  if (one.type === 'picture') return picture(one)
  if (one.type === 'paragraph') return markup`<p dir="auto">${one.spans.map((each) => span(each, preview))}</p>`
  const items = one.items.map((item) => markup`<li>${item.map((each) => span(each, preview))}</li>`)
  return one.ordered ? markup`<ol dir="auto">${items}</ol>` : markup`<ul dir="auto">${items}</ul>`
}

function span({ text, bold, italic, link }: Span, preview: boolean): Markup {
  const plain = markup`${text}`
  const slanted = italic ? markup`<em>${plain}</em>` : plain
  const strong = bold ? markup`<strong>${slanted}</strong>` : slanted
  const address = link && webAddress(link)
  if (!address) return strong
  return markup`<a ${!preview && markup`href="${address}"`} target="_blank" rel="noopener noreferrer nofollow">${strong}</a>`
}

function picture({ picture: path, alt }: Picture): Markup | null {
  const address = pictureAddress(path)
  return address ? markup`<img src="${address}" alt="${alt ?? ''}" loading="lazy" decoding="async">` : null
}
