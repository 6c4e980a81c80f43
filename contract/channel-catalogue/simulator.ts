import { ways } from '../methods.ts'
import type { CatalogueEntry } from './entry.ts'
import { simulatorRails } from './simulator-rails.ts'

/** Banks that nobody has an account at. */
const banks = {
  HARIMAU: 'Harimau Bank',
  KENYALANG: 'Kenyalang Bank Berhad',
  TUALANG: 'Tualang Islamic Bank',
  WAU: 'Wau Cooperative Bank',
}

/** The simulated provider, which takes every way to pay in test mode and is a channel for payouts too. */
export const simulator: CatalogueEntry = {
  key: 'SIMULATOR',
  name: 'Simulator',
  type: 'Gateway',
  provider: 'simulator',
  payTypes: ['PAYIN', 'PAYOUT'],
  payouts: { virtualAccounts: true, rails: simulatorRails },
  countries: 'GLOBAL',
  currencies: null,
  ways: ways.map(({ type, subType }) => ({
    type,
    subType,
    refunds: { kind: 'several' },
    authorisedDays: 7,
    ...(subType === 'FPX' && { banks }),
  })),
  credentials: [],
  onboarding: ['keys'],
  cardEntry: 'fields',
  callbacks: 'none',
}
