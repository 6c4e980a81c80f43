import { expect, it } from 'vitest'
import { invoiceFields } from '#contract/invoice-fields.ts'
import english from '#i18n/en/console.json' with { type: 'json' }
import { partKey } from './part-words.ts'

it('has a word for each field that can change, and for nothing else', () => {
  const named = Object.entries(invoiceFields).flatMap(([name, field]) => ('request' in field ? [partKey(name)] : []))
  expect(Object.keys(english.invoiceParts).toSorted()).toEqual([...new Set(named)].toSorted())
})
