import type { Block, Span } from '#contract/page-blocks.ts'

/**
 * A description as text that a person can type: a paragraph or picture for each stretch between empty lines, `- ` or `1. ` before
 * the items of a list, `**bold**`, `*italic*`, `[words](https://…)` and `![what it shows](/path)`. A backslash takes the meaning
 * from a sign. Reading what was written gives the same blocks.
 */
export function writeMarked(blocks: readonly Block[]): string {
  return blocks.map(writeBlock).join('\n\n')
}

function writeBlock(block: Block): string {
  if (block.type === 'picture') return `![${escaped(block.alt ?? '')}](${block.picture})`
  if (block.type === 'paragraph') return guarded(writeSpans(block.spans))
  return block.items.map((item, at) => `${block.ordered ? `${at + 1}.` : '-'} ${writeSpans(item)}`).join('\n')
}

/** A paragraph that begins like an item stays a paragraph. */
const guarded = (text: string) => text.replace(/^(\s*)(-|\d+\.)(?=\s)/, (_, space, sign) => `${space}\\${sign}`)

const writeSpans = (spans: readonly Span[]): string =>
  spans.map(({ text, bold, italic, link }) => {
    const [, before = '', words = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? []
    if (!words) return text
    const marked = `${bold ? '**' : ''}${italic ? '*' : ''}${escaped(words)}${italic ? '*' : ''}${bold ? '**' : ''}`
    return `${before}${link ? `[${marked}](${link})` : marked}${after}`
  }).join('') // prettier-ignore
const escaped = (text: string) => text.replace(/[\\*[\]]/g, String.raw`\$&`)

/** The blocks of such a text. A mark that is not closed is a sign like others. */
export function readMarked(text: string): Block[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[^\S\n]*\n/)
    .flatMap((part) => readPart(part.replace(/^\n+|\s+$/g, '')))
}

function readPart(part: string): Block[] {
  if (part.trim() === '') return []
  const picture = /^!\[((?:\\.|[^\\\]])*)\]\((\/[\w./-]+)\)$/.exec(part.trim())
  if (picture) {
    const alt = unescaped(picture[1] ?? '')
    return [{ type: 'picture', picture: picture[2] ?? '', ...(alt && { alt }) }]
  }
  const lines = part.split('\n')
  for (const [sign, ordered] of [[/^- +/, false], [/^\d+\. +/, true]] as const) {
    if (!lines.every((line) => sign.test(line))) continue
    const items = lines.map((line) => readSpans(line.replace(sign, ''))).filter((spans) => spans.length > 0)
    return items.length > 0 ? [{ type: 'list', ...(ordered && { ordered }), items }] : []
  } // prettier-ignore
  const spans = readSpans(part.replace(/^\\(?=-|\d+\.)/, ''))
  return spans.length > 0 ? [{ type: 'paragraph', spans }] : []
}

const marks =
  /\\(?<sign>[\\*[\]])|\[(?<words>(?:\\.|[^\\\]])+)\]\((?<link>https:\/\/[^\s()]+)\)|\*\*(?!\s)(?<bold>(?:\\.|[^\\*]|\*(?!\*)(?:\\.|[^\\*])+\*)+)(?<!\s)\*\*|\*(?!\s)(?<italic>(?:\\.|[^\\*])+)(?<!\s)\*/gu

function readSpans(text: string, under: Omit<Span, 'text'> = {}): Span[] {
  const spans: Span[] = []
  const add = (words: string) => {
    const last = spans.at(-1)
    if (words === '') return
    if (last && sameMarks(last, under)) last.text += words
    else spans.push({ ...under, text: words })
  }
  let at = 0
  for (const found of text.matchAll(marks)) {
    add(text.slice(at, found.index))
    at = found.index + found[0].length
    const { sign, words, link, bold, italic } = found.groups as Record<string, string | undefined>
    if (sign !== undefined) add(sign)
    else if (words !== undefined && link !== undefined) spans.push(...readSpans(words, { ...under, link }))
    else if (bold !== undefined) spans.push(...readSpans(bold, { ...under, bold: true }))
    else if (italic !== undefined) spans.push(...readSpans(italic, { ...under, italic: true }))
  }
  add(text.slice(at))
  return spans
}
const sameMarks = (one: Span, { bold, italic, link }: Omit<Span, 'text'>) =>
  one.bold === bold && one.italic === italic && one.link === link
const unescaped = (text: string) => text.replace(/\\([\\*[\]])/g, '$1')
