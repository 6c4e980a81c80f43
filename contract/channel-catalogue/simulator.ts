import { ways } from '../methods.ts'
import type { CatalogueEntry } from './entry.ts'

/** The simulated provider, which takes every way to pay in test mode. */
export const simulator: CatalogueEntry = {
  key: 'SIMULATOR',
  name: 'Simulator',
  type: 'Gateway',
  provider: 'simulator',
  payTypes: ['PAYIN'],
  countries: 'GLOBAL',
  currencies: null,
  ways: ways.map(({ type, subType }) => ({ type, subType, refunds: { kind: 'several' }, authorises: true })),
  credentials: [],
  onboarding: ['keys'],
  cardEntry: 'fields',
  callbacks: 'none',
}
