import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Block, blocksOf, blocksText, pageBlocks } from './page-blocks.ts'
import { customField, pageFields } from './page-fields.ts'

const hostile = readFileSync('test/samples/xss.txt', 'utf8').split('\n').filter(Boolean)
const loaf = `/gateway/page-pictures/${'a0'.repeat(32)}.png`
const accepts = (blocks: unknown) => pageBlocks.safeParse(blocks).success

describe('a description', () => {
  it('has paragraphs, bold, italic, lists, https links and pictures', () => {
    const blocks: Block[] = [
      {
        type: 'paragraph',
        spans: [
          { text: 'Fresh ', bold: true },
          { text: 'bread', italic: true, link: 'https://example.com/' },
        ],
      },
      { type: 'list', ordered: true, items: [[{ text: 'Rye' }], [{ text: 'Wheat' }]] },
      { type: 'list', items: [[{ text: 'Salt' }]] },
      { type: 'picture', picture: loaf, alt: 'A loaf' },
    ]
    expect(pageBlocks.parse(blocks)).toEqual(blocks)
    expect(blocksText(blocks)).toBe('Fresh bread\n1. Rye\n2. Wheat\n• Salt\nA loaf')
  })

  it('has no HTML, no other link and nothing undeclared', () => {
    const link = (address: string) => [{ type: 'paragraph', spans: [{ text: 'x', link: address }] }]
    expect(accepts(link('https://example.com'))).toBe(true)
    for (const address of [
      'javascript:alert(1)',
      'http://example.com',
      'data:text/html,x',
      '//example.com',
      'https://a:b@example.com',
    ])
      expect(accepts(link(address)), address).toBe(false)
    expect(accepts([{ type: 'html', html: '<b>' }])).toBe(false)
    expect(accepts([{ type: 'paragraph', spans: [{ text: 'x', onclick: 'y' }] }])).toBe(false)
    for (const picture of [
      'javascript:alert(1)',
      `https://example.com${loaf}`,
      `/${loaf}`,
      `${loaf}?x`,
      loaf.replace('a0', '..'),
      '/gateway/merchants/logo',
    ])
      expect(accepts([{ type: 'picture', picture }]), picture).toBe(false)
  })

  it('is bounded as a whole', () => {
    const paragraph = (length: number) => ({ type: 'paragraph', spans: [{ text: 'x'.repeat(length) }] })
    expect(accepts([paragraph(2_500), paragraph(2_499)])).toBe(true)
    expect(accepts([paragraph(2_500), paragraph(2_500)])).toBe(false)
    expect(accepts(Array.from({ length: 51 }, () => paragraph(1)))).toBe(false)
  })

  it('is made of plain text and gives it back, whatever it holds', () => {
    for (const text of hostile) {
      const blocks = blocksOf(text)
      expect(accepts(blocks), text).toBe(true)
      expect(blocksText(blocks)).toBe(text.trim())
    }
    expect(blocksOf('one\r\n\n two ')).toHaveLength(2)
  })
})

describe('the fields of a page', () => {
  it('has options for a dropdown and for nothing else', () => {
    const field = { type: 'dropdown', title: 'Size' }
    expect(customField.safeParse({ ...field, options: ['S', 'M'] }).success).toBe(true)
    expect(customField.safeParse(field).success).toBe(false)
    expect(customField.safeParse({ ...field, options: [] }).success).toBe(false)
    expect(customField.safeParse({ ...field, options: ['S', 'S'] }).success).toBe(false)
    expect(customField.safeParse({ type: 'text', title: 'Size', options: ['S'] }).success).toBe(false)
  })

  it('has at most 15 fields, no two of one identifier', () => {
    const field = (id?: string) => ({ type: 'text', title: 'A', ...(id && { id }) })
    expect(pageFields.safeParse([field('a'), field('b'), field(), field()]).success).toBe(true)
    expect(pageFields.safeParse([field('a'), field('a')]).success).toBe(false)
    expect(pageFields.safeParse([field('__proto__')]).success).toBe(false)
    expect(pageFields.safeParse(Array.from({ length: 16 }, () => field())).success).toBe(false)
  })
})
