import { expect, it } from 'vitest'
import { chosenBody, fateOf, firstChoice, missingOf, type Importable } from './import-choice.ts'

const secret = {
  name: 'secret_key',
  label: 'Secret key',
  is_optional: false,
  current: 'a',
  values: [{ id: 'a', value: '***' }],
}
const stripe: Importable = {
  id: 'one',
  channel_key: 'STRIPE',
  name: 'Stripe',
  logo: '',
  state: 'ready',
  country: 'SG',
  countries: ['SG'],
  methods: [],
  creds: [secret],
  connections: [],
}

it('begins with the values of the source', () => {
  expect(firstChoice(stripe)).toEqual({ isChosen: true, country: 'SG', creds: { secret_key: 'a' } })
})

it('leaves a channel to the person when a value is not available, or when it cannot be imported', () => {
  const without = { ...stripe, creds: [{ ...secret, current: '' }] }
  expect(firstChoice(without).isChosen).toBe(false)
  expect(missingOf(without, firstChoice(without))).toEqual(['secret_key'])
  expect(firstChoice({ ...stripe, country: '' }).isChosen).toBe(false)
  for (const state of ['connected', 'unknown', 'not_supported'] as const)
    expect(firstChoice({ ...stripe, state }).isChosen).toBe(false)
})

it('asks for no optional value, and sends none that is not chosen', () => {
  const optional = { ...stripe, creds: [secret, { ...secret, name: 'more', is_optional: true, current: '' }] }
  const choice = firstChoice(optional)
  expect(missingOf(optional, choice)).toEqual([])
  expect(chosenBody(optional, choice)).toEqual({ id: 'one', country: 'SG', creds: { secret_key: 'a' } })
})

it('finds what became of a channel', () => {
  const left = {
    id: 'one',
    channel_key: 'STRIPE',
    name: 'Stripe',
    message: '',
    reason: 'refused',
    field: 'secret_key',
    text: 'No',
  } as const
  expect(fateOf(stripe, { connected: [], left_out: [left] })).toEqual({ kind: 'left_out', left })
  const made = { id: 'one', channel_key: 'STRIPE', key: 'STRIPE_2', name: 'Stripe 2' }
  expect(fateOf(stripe, { connected: [made], left_out: [] })).toEqual({
    kind: 'connected',
    key: 'STRIPE_2',
    name: 'Stripe 2',
  })
})
