import { expect, it } from 'vitest'
import { credentialErrors, emptyCredentials } from './credential-check.ts'

const field = { label: '', where: '', is_secret: true, is_multiline: false, is_optional: false, pattern: '' }
const entry = {
  key: 'NOT_IN_THE_CATALOGUE',
  credentials: [
    { ...field, name: 'secret_key', pattern: 'sk_test_\\w{4,}' },
    { ...field, name: 'note', is_optional: true },
  ],
}
const reasons = (values: Record<string, string>, kept?: Record<string, string>) =>
  credentialErrors(values, { entry, environment: 'sandbox', ...(kept ? { kept } : {}) }).map(
    ({ path, reason }) => `${path} ${reason}`,
  )

it('asks for what is not optional, unless it is kept', () => {
  expect(reasons(emptyCredentials(entry.credentials))).toEqual(['creds.secret_key required'])
  expect(reasons({ secret_key: ' ' }, { secret_key: '*****abc' })).toEqual([])
})

it('knows a key of the other mode', () => {
  const pattern = 'pk_test_[A-Za-z0-9]{8,240}'
  const stripe = { key: 'STRIPE', credentials: [{ ...field, name: 'publishable_key', pattern }] }
  const wrong = credentialErrors(
    { publishable_key: `pk_live_${'a'.repeat(24)}` },
    { entry: stripe, environment: 'sandbox' },
  )
  expect(wrong.map(({ reason }) => reason)).toEqual(['other_environment'])
})

it('knows the look of a value, and nothing around it', () => {
  expect(reasons({ secret_key: ' sk_test_abcd ' })).toEqual([])
  for (const wrong of ['sk_test_', 'a sk_test_abcd', 'sk_test_abcd b'])
    expect(reasons({ secret_key: wrong })).toEqual(['creds.secret_key not_a_credential'])
})
