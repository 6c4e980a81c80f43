import { describe, expect, it } from 'vitest'
import type { Language } from '#i18n/languages.ts'
import { newLine } from './edited-lines.ts'
import { cellsOf, isBlock, pastedLines, type LineColumn } from './pasted-lines.ts'

const parts = (text: string, into: LineColumn = 'detail', language: Language = 'en') =>
  pastedLines(text, { into, language }).map(({ detail, quantity, unit, rate, tax_category, tax_percent }) =>
    [detail, quantity, unit, rate, tax_category, tax_percent].join('|'),
  )

describe('a block from a spreadsheet', () => {
  it('has its numbers read as the language writes them', () => {
    expect(parts('Kuljetus\t2\tkpl\t1 234,50', 'detail', 'fi')).toEqual(
      parts('Kuljetus\t2\tkpl\t1,234.50', 'detail', 'en'),
    )
    expect(parts('Ongkos\t1\tpcs\t150.000', 'detail', 'id')[0]).toContain('|150000|')
  })
  it('is read with its quotes, line breaks and empty cells', () => {
    expect(cellsOf('a\tb\r\n\r\n"two\nlines"\t"5"" pipe"\n5" pipe\t\tc\n')).toEqual([
      ['a', 'b'],
      ['two\nlines', '5" pipe'],
      ['5" pipe', '', 'c'],
    ])
  })
  it('is none when it is the text of one cell', () => {
    expect([isBlock('Design work'), isBlock('Design work\n'), isBlock('a\tb'), isBlock('a\nb')]).toEqual([
      false,
      false,
      true,
      true,
    ])
  })
  it('fills the columns from the one that it is pasted into', () => {
    expect(parts('Design\t3\tHUR\t80.5\t19%')).toEqual(['Design|3|HUR|80.5|S|19'])
    expect(parts('3\tHUR\t80.5', 'quantity')).toEqual(['|3|HUR|80.5||'])
    expect(parts('Design\nPrint')).toEqual(['Design|1||||', 'Print|1||||'])
  })
  it('takes no number for a unit', () => {
    expect(parts('Design\t3\t80.5\nPrint\t1\t20')).toEqual(['Design|3||80.5||', 'Print|1||20||'])
    expect(parts('3\t80.5', 'quantity')).toEqual(['|3||80.5||'])
  })
  it('leaves titles out, and nothing else', () => {
    expect(parts('Item\tQty\tPrice\nDesign\t3\t80.5')).toEqual(['Design|3||80.5||'])
    expect(parts('Design\tone\t80.5\nPrint\t1\t20')[0]).toBe('Design|one||80.5||')
  })
  it('reads numbers as people write them, and leaves what is none to its field', () => {
    expect(parts('A\t1\t"S$ 1,234.50"\nB\t٣\t٢٤٫٥\nC\t2\t1.234,56\nD\t-1\t5')).toEqual([
      'A|1||1234.50||',
      'B|3||24.5||',
      'C|2||1.234,56||',
      'D|-1||5||',
    ])
  })
  it('keeps what it says nothing about, and taxes further lines like the last', () => {
    const over = [{ ...newLine(), unit: 'HUR', rate: '5', tax_category: 'S', tax_percent: '7' }]
    const [first, second] = pastedLines('A\t2\nB\t3', { into: 'detail', over, language: 'en' })
    expect(first).toMatchObject({ detail: 'A', quantity: '2', unit: 'HUR', rate: '5', key: over[0]?.key })
    expect(second).toMatchObject({ detail: 'B', quantity: '3', unit: '', tax_category: 'S', tax_percent: '7' })
  })
})
