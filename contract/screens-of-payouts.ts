import type { Screen } from './screens.ts'

/** The screens of payouts. */
export const payoutScreens = {
  /** `ref` is one payout; `tab` the batches. */
  managePayouts: {
    path: '/payouts/manage-payouts',
    access: 'payouts',
    menu: { group: 'payouts', order: 0 },
    key: 'k',
    acting: 'screen',
    search: 'all',
  },
  /** `beneficiary` and `account` are chosen already. */
  createPayout: {
    path: '/payouts/manage-payouts/create-payout',
    access: 'payouts',
    acting: 'screen',
    search: ['beneficiary', 'account', 'va'],
  },
  updatePayout: {
    path: '/payouts/manage-payouts/update-payout',
    access: 'payouts',
    acting: 'object',
    search: ['ref', 'merchant'],
    linked: true,
  },
} as const satisfies Record<string, Screen>
