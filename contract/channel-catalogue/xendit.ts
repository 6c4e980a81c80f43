import type { CatalogueEntry } from './entry.ts'

export const xendit: CatalogueEntry = {
  key: 'XENDIT',
  name: 'Xendit',
  type: 'Gateway',
  provider: 'xendit',
  payTypes: ['PAYIN'],
  countries: 'GLOBAL',
  currencies: [],
  ways: [],
  credentials: [],
  onboarding: ['keys'],
  cardEntry: null,
  callbacks: 'registered',
}
