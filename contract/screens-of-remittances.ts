import type { Screen } from './screens.ts'

/** The screens of remittances. */
export const remittanceScreens = {
  remittanceAccounts: {
    path: '/remittances/bank-account',
    access: 'remittances',
    menu: { group: 'remittances', order: 6 },
    acting: 'screen',
  },
} as const satisfies Record<string, Screen>
