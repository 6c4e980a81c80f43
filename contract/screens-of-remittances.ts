import { analyticsSearch } from './screens-of-analytics.ts'
import type { Screen } from './screens.ts'

/** The screens of remittances. */
export const remittanceScreens = {
  remittanceDashboard: {
    path: '/remittances/dashboard',
    access: 'remittances',
    menu: { group: 'remittances', order: 1 },
    acting: 'screen',
    search: analyticsSearch,
  },
  remittances: {
    path: '/remittances/settlements',
    access: 'remittances',
    menu: { group: 'remittances', order: 2 },
    acting: 'screen',
    search: 'all',
  },
  /** One settlement, by `ref`: `tab` of it, and of its items the list's own state. */
  remittance: {
    path: '/remittances/settlements/details',
    access: 'remittances',
    acting: 'object',
    search: 'all',
    linked: true,
  },
  /** `by` is a unit of time or a field; `from` and `to` are days. */
  remittanceSummary: {
    path: '/remittances/summary',
    access: 'remittances',
    menu: { group: 'remittances', order: 4 },
    acting: 'screen',
    search: ['by', 'period', 'from', 'to', 'of', 'source_currency', 'destination_currency'],
  },
  reserveLedger: {
    path: '/remittances/reserve-ledger',
    access: 'remittances',
    menu: { group: 'remittances', order: 5 },
    acting: 'screen',
    search: 'all',
  },
  remittanceAccounts: {
    path: '/remittances/bank-account',
    access: 'remittances',
    menu: { group: 'remittances', order: 6 },
    acting: 'screen',
  },
} as const satisfies Record<string, Screen>
