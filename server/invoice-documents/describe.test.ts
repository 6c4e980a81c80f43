import { describe, expect, it } from 'vitest'
import { documentBlocks } from '#contract/invoice-documents.ts'
import { million } from '#contract/kit/decimal.ts'
import type { Language } from '#i18n/languages.ts'
import { describeInvoice } from './describe.ts'
import type { InvoiceFacts } from './facts.ts'
import { costOf, factsWith, lineOf, randomFacts } from './fixtures.ts'

const blocksOf = async (facts: InvoiceFacts) => (await describeInvoice(facts)).blocks
async function blockOf<Kind extends string>(facts: InvoiceFacts, kind: Kind) {
  return (await blocksOf(facts)).find((block) => block.kind === kind) as Extract<
    Awaited<ReturnType<typeof blocksOf>>[number],
    { kind: Kind }
  >
}
const sumsOf = async (facts: InvoiceFacts) =>
  (await blockOf(facts, 'sums')).rows.map(({ label, value, strong }) =>
    `${label}: ${value}${strong ? ' !' : ''}`.replaceAll('\u00a0', ' '),
  )

describe('the sums', () => {
  const lines = [
    lineOf('a', 100, { category: 'S', percent: 19n * million }),
    lineOf('b', 50, { category: 'S', percent: 7n * million }),
    lineOf('c', 0.05, { category: 'Z', percent: 0n }),
  ]
  const costs = [costOf('Loyalty', 'DISCOUNT', { percent: 10n * million })]

  it('show every step from the lines to what is due', async () => {
    expect(await sumsOf(factsWith({ lines, costs }))).toEqual([
      'Subtotal: 150.05',
      'Loyalty (10%): −15.01',
      'VAT 19% on 90.00: 17.10',
      'VAT 7% on 45.00: 3.15',
      'Zero-rated supply, 0% on 0.04: 0.00',
      'Total: 155.29 EUR',
      'Amount due: 155.29 EUR !',
    ])
  })

  it('have the space that a language writes before a percent sign', async () => {
    const rows = await sumsOf(factsWith({ language: 'fi', lines, costs }))
    expect(rows).toContain('Loyalty (10 %): −15,01')
    expect(rows).toContain('ALV 19 % summasta 90,00: 17,10')
  })

  it('say what was paid before, and nothing of taxes where there are none', async () => {
    const untaxed = [lineOf('a', 10, { category: '', percent: 0n })]
    expect(await sumsOf(factsWith({ lines: untaxed, prepaid: 400n }))).toEqual([
      'Subtotal: 10.00',
      'Total: 10.00 EUR',
      'Already paid: −4.00',
      'Amount due: 6.00 EUR !',
    ])
    expect((await blockOf(factsWith({ lines: untaxed }), 'table')).columns).toHaveLength(4)
  })

  it('name what has no tax for what it is, each in its row', async () => {
    const untaxed = ['E', 'AE', 'K', 'G', 'O'].map((category) => lineOf(category, 185, { category, percent: 0n }))
    const rowsIn = async (language: Language) => (await sumsOf(factsWith({ lines: untaxed, language }))).slice(1, 6)
    expect(await rowsIn('en')).toEqual([
      'Exempt supply of 185.00: 0.00',
      'Reverse charge on 185.00: 0.00',
      'Intra-Community supply of 185.00: 0.00',
      'Export of 185.00: 0.00',
      'Not subject to tax: 185.00: 0.00',
    ])
    expect(new Set(await rowsIn('ar')).size).toBe(5)
  })

  it('of a credit note are what is credited, without a minus', async () => {
    const note = factsWith({ kind: 'credit_note', lines: [lineOf('a', 10)], reason: 'Returned' })
    expect((await sumsOf(note)).at(-1)).toBe('Amount credited: 11.90 EUR !')
    expect((await blockOf(note, 'notes')).notes).toContainEqual({ title: 'Reason for the credit', text: 'Returned' })
  })
})

describe('the head', () => {
  it.each([
    ['DE', 'DE1', 'Invoice', 'VAT number: \u2068DE1\u2069'],
    ['SG', 'M1', 'Tax invoice', 'GST number: \u2068M1\u2069'],
    ['AE', '100', 'Tax invoice', 'VAT number: \u2068100\u2069'],
    ['US', '12-3', 'Invoice', 'Tax number: \u206812-3\u2069'],
  ])('in %s names document and number as they are named there', async (country_code, tax_number, title, number) => {
    const head = await blockOf(factsWith({ seller: { ...factsWith().seller, country_code, tax_number } }), 'head')
    expect(head.title).toBe(title)
    expect(head.seller).toContain(number)
  })

  it('says what it is not to be paid for', async () => {
    const banner = async (facts: InvoiceFacts) => (await blockOf(facts, 'banner'))?.text
    expect(await banner(factsWith())).toBeUndefined()
    expect(await banner(factsWith({ state: 'draft', number: '' }))).toMatch(/^Draft/)
    expect(await banner(factsWith({ state: 'voided' }))).toMatch(/^Void\. There is nothing to pay/)
    expect(await banner(factsWith({ environment: 'sandbox' }))).toMatch(/^Test mode/)
    expect(await blockOf(factsWith({ state: 'voided' }), 'pay')).toBeUndefined()
  })
})

it('reasons why there is no tax are the merchant’s, else those of the law', async () => {
  const lines = [
    { ...lineOf('a', 1, { category: 'E', percent: 0n }), taxReason: 'Article 132' },
    lineOf('b', 1, { category: 'AE', percent: 0n }),
  ]
  const notes = (await blocksOf(factsWith({ lines }))).flatMap((block) => (block.kind === 'notes' ? block.notes : []))
  const tax = notes.find(({ title }) => title === 'Tax')?.text
  expect(tax).toBe('Article 132\nReverse charge: the customer accounts for the VAT.')
})

it('what is empty is left out, whatever the invoice', async () => {
  for (let seed = 1; seed < 60; seed++) {
    const blocks = await blocksOf(randomFacts(seed))
    expect(documentBlocks.safeParse(blocks).success).toBe(true)
    for (const block of blocks) {
      if (block.kind === 'notes') expect(block.notes.every(({ text }) => text !== '')).toBe(true)
      if (block.kind === 'facts') expect(block.rows.every(({ value }) => value !== '')).toBe(true)
      if (block.kind === 'parties') expect(block.parties.every(({ lines }) => !lines.includes(''))).toBe(true)
    }
  }
})
