import type { Screen } from './screens.ts'

/** A period, a currency and whose payments. */
export const analyticsSearch = ['period', 'from', 'to', 'currency', 'merchant'] as const

/** The screens of figures. */
export const analyticsScreens = {
  salesAnalytics: {
    path: '/analytics/sales',
    access: 'dashboard',
    menu: { group: 'analytics', order: 0 },
    acting: 'screen',
    search: analyticsSearch,
  },
  revenueAnalytics: {
    path: '/analytics/revenue',
    access: 'dashboard',
    menu: { group: 'analytics', order: 1 },
    acting: 'screen',
    search: analyticsSearch,
  },
  environmentAnalytics: {
    path: '/analytics/environment',
    access: 'dashboard',
    menu: { group: 'analytics', order: 2 },
    acting: 'screen',
    search: analyticsSearch,
  },
  methodAnalytics: {
    path: '/analytics/payment-methods',
    access: 'dashboard',
    menu: { group: 'analytics', order: 3 },
    acting: 'screen',
    search: analyticsSearch,
  },

  monitoring: {
    path: '/analytics/monitoring',
    access: 'dashboard',
    menu: { group: 'analytics', order: 4 },
    acting: 'screen',
  },
} as const satisfies Record<string, Screen>
