import type { Screen } from './screens.ts'

/** The screens of ways to pay by country. */
export const remittanceMethodScreens = {
  /** The countries that are sold to, as far as `q` finds them, and the ways of one, by `country`. */
  remittanceMethods: {
    path: '/remittances/payment-methods',
    access: 'remittancesMethods',
    menu: { group: 'remittances', order: 5 },
    search: ['country', 'q'],
  },
  /** The shopper's page as it is drawn for a choice, which the address has. */
  checkoutPreview: {
    path: '/settings/checkout-preview',
    access: 'remittancesMethods',
    menu: { group: 'settings', order: 7 },
    search: ['country', 'currency', 'amount', 'language', 'direction', 'device', 'theme'],
  },
} as const satisfies Record<string, Screen>
