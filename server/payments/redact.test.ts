import { expect, it } from 'vitest'
import { redacted } from './redact.ts'

it('a stored call-back has no secret, no card and nothing of the shopper in it', () => {
  const body = {
    id: 'evt_1',
    payment: {
      key: 'k',
      token: 'tok_1',
      card: { masked: '424242******4242' },
      action: { url: 'https://x/secret' },
      paid_by: { payer: 'Mei' },
    },
    note: 'card 4242 4242 4242 4242 of mei',
    amount_minor: '100000000',
  }
  const kept = redacted(JSON.stringify(body))
  for (const gone of ['tok_1', 'https://x', 'Mei', '4242 4242']) expect(kept).not.toContain(gone)
  for (const stays of ['evt_1', '424242******4242', '100000000']) expect(kept).toContain(stays)
  expect(redacted('4242424242424242')).not.toContain('4242424242424242')
  expect(redacted('no json')).toBe('')
})
