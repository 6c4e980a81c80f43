import type { CatalogueEntry } from './entry.ts'

export const paypal: CatalogueEntry = {
  key: 'PAYPAL',
  name: 'PayPal',
  type: 'Digital Wallet',
  provider: 'paypal',
  payTypes: ['PAYIN'],
  countries: 'GLOBAL',
  currencies: [],
  ways: [],
  credentials: [],
  onboarding: ['keys'],
  cardEntry: null,
  callbacks: 'registered',
}
