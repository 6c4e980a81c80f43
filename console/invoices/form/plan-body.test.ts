import { expect, it } from 'vitest'
import { planInvoice } from '#contract/invoice-messages.ts'
import { schemaErrors } from '#console/kit/form/schema-errors.ts'
import { emptyInvoice, remindersLike } from './invoice-form.ts'
import { planBody } from './plan-body.ts'

const typed = {
  ...emptyInvoice({ currency: 'EUR', today: '2026-11-30', settings: undefined }),
  reminders: remindersLike([{ time: 3, unit: 'days_before_due_date' }]),
}

it('asks for a plan with what its moments follow from', () => {
  const invoice = {
    ...typed,
    sending: 'later' as const,
    scheduled_at: '2026-12-01 01:00:00',
    customer: { ...typed.customer, name: 'Juno', time_zone: 'Europe/Berlin' },
    billing_address: { ...typed.billing_address, country_code: 'DE' },
  }
  const body = planBody(invoice) as Record<string, unknown>
  expect(schemaErrors(planInvoice.body, body)).toEqual([])
  expect(body).toEqual({
    due_date: '2026-12-30',
    reminders: [{ time: 3, unit: 'days_before_due_date' }],
    scheduled_at: '2026-12-01 01:00:00',
    currency: 'EUR',
    ways: ['email'],
    customer_name: 'Juno',
    language: 'en',
    time_zone: 'Europe/Berlin',
    country_code: 'DE',
  })
  expect(planBody({ ...invoice, sending: 'draft' })).toMatchObject({ scheduled_at: null })
})

it('asks for none while a day or a number is half typed', () => {
  expect(planBody({ ...typed, due_date: '' })).toBeNull()
  for (const time of ['', '0', '1.5', 'three'])
    expect(planBody({ ...typed, reminders: [{ unit: 'days_before_due_date', key: 'a', time }] }), time).toBeNull()
})
