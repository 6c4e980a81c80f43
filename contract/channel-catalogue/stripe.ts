import type { CatalogueEntry } from './entry.ts'

export const stripe: CatalogueEntry = {
  key: 'STRIPE',
  name: 'Stripe',
  type: 'Gateway',
  provider: 'stripe',
  payTypes: ['PAYIN'],
  countries: 'GLOBAL',
  currencies: [],
  ways: [],
  credentials: [],
  onboarding: ['keys'],
  cardEntry: null,
  callbacks: 'registered',
}
