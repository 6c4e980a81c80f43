import type { Screen } from './screens.ts'

/** The screens of virtual accounts. */
export const virtualAccountScreens = {
  virtualAccounts: {
    path: '/payouts/virtual-account',
    access: 'payouts',
    menu: { group: 'payouts', order: 4 },
    acting: 'screen',
  },
  /** The statement of one account, by `account`; the first where none is named. */
  virtualAccountTransactions: {
    path: '/payouts/virtual-account/transactions',
    access: 'payouts',
    menu: { group: 'payouts', order: 5 },
    acting: 'screen',
    search: 'all',
  },
} as const satisfies Record<string, Screen>
