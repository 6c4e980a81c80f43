import fc from 'fast-check'
import { expect, it } from 'vitest'
import { blocksText, pageBlocks, type Block } from '#contract/page-blocks.ts'
import { readMarked, writeMarked } from './marked-text.ts'

it('marks, lists, links and pictures are read', () => {
  expect(readMarked('Hello **big *red* bag**, see [our **shop**](https://shop.example/a).\n\n- one\n- two\n\n1. a\n\n![A bag](/p/1.png)')).toEqual([
    {
      type: 'paragraph',
      spans: [
        { text: 'Hello ' },
        { text: 'big ', bold: true },
        { text: 'red', bold: true, italic: true },
        { text: ' bag', bold: true },
        { text: ', see ' },
        { text: 'our ', link: 'https://shop.example/a' },
        { text: 'shop', bold: true, link: 'https://shop.example/a' },
        { text: '.' },
      ],
    },
    { type: 'list', items: [[{ text: 'one' }], [{ text: 'two' }]] },
    { type: 'list', ordered: true, items: [[{ text: 'a' }]] },
    { type: 'picture', picture: '/p/1.png', alt: 'A bag' },
  ]) // prettier-ignore
})

it.each([
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['a * b', 'a * b'],
  ['**not closed', '**not closed'],
  ['[words](javascript:alert(1))', '[words](javascript:alert(1))'],
  [String.raw`\*stars\*`, '*stars*'],
  ['<b>no HTML</b>', '<b>no HTML</b>'],
])('%s', (typed, said) => {
  const blocks = readMarked(typed)
  expect(blocksText(blocks)).toBe(said)
  expect(pageBlocks.safeParse(blocks).success).toBe(true)
})

const words = fc
  .string({
    minLength: 1,
    maxLength: 20,
    unit: fc.constantFrom('a', 'b', ' ', '*', '[', ']', '\\', '-', '1', '.', '!', '(', ')', 'ق', 'ر'),
  })
  .filter((text) => text.trim() !== '' && text === text.trim())
const span = fc.record(
  { text: words, bold: fc.constant(true as const), italic: fc.constant(true as const), link: fc.constant('https://shop.example/x') },
  { requiredKeys: ['text'] },
) // prettier-ignore
/** Neighbours with the same marks would be one. */
const spans = fc.tuple(span, span).map(([one, other]) => [one, { text: ' and ' }, other])
const block: fc.Arbitrary<Block> = fc.oneof(
  spans.map((all): Block => ({ type: 'paragraph', spans: merged(all) })),
  fc.array(spans, { minLength: 1, maxLength: 3 }).map((items): Block => ({ type: 'list', items: items.map(merged) })),
  words.map((alt): Block => ({ type: 'picture', picture: '/gateway/page-pictures/1.png', alt })),
)
function merged<S extends { text: string }>(all: readonly S[]): S[] {
  const result: S[] = []
  for (const one of all) {
    const last = result.at(-1)
    const same = last && JSON.stringify({ ...last, text: '' }) === JSON.stringify({ ...one, text: '' })
    if (same) last.text += one.text
    else result.push({ ...one })
  }
  return result
}

it('what was written is read as the same blocks', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), (blocks) => {
      expect(readMarked(writeMarked(blocks))).toEqual(blocks)
    }),
    { numRuns: 300 },
  )
})
