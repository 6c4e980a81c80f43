import { expect, it } from 'vitest'
import { newLine } from './edited-lines.ts'
import { emptyInvoice } from './invoice-form.ts'
import { previewBody } from './preview-body.ts'

const empty = emptyInvoice({ currency: 'EUR', today: '2026-11-30', settings: undefined })
const typed = { ...empty, line_items: [{ ...newLine(), detail: 'Design', rate: '100' }] }

it('draws nothing until a line has a price', () => {
  expect(previewBody(empty)).toBeNull()
  expect(previewBody({ ...empty, line_items: [{ ...newLine(), rate: '100' }] })).toMatchObject({
    amount: 100,
    line_items: [{ detail: '…' }],
    customer: { name: '…' },
  })
})

it('draws what began with a template', () => {
  expect(previewBody({ ...typed, template_ref: 'A'.repeat(27) })).toMatchObject({ amount: 100 })
})

it('leaves out what is half typed, and keeps the rest', () => {
  const half = {
    ...typed,
    customer: { ...typed.customer, name: 'Juno', email: 'juno@' },
    due_date: '',
    least_partial_amount: '1.001',
    allow_partial: true,
    line_items: [...typed.line_items, { ...newLine(), detail: 'Print', rate: 'ten' }],
    custom_fields: [{ key: 'Project', value: '', show: true }],
    look: { design: '', color: '#12' },
  }
  const body = previewBody(half)
  expect(body).toMatchObject({ customer: { name: 'Juno' }, due_date: '2026-11-30', amount: 100 })
  expect(body?.['line_items']).toHaveLength(1)
  for (const absent of ['custom_fields.0', 'look.color', 'least_partial_amount', 'customer.email'])
    expect(body).not.toHaveProperty(absent)
})
