import type { Screen } from './screens.ts'

/** The screens of payouts. */
export const payoutScreens = {
  /** `ref` is one payout; `tab` the batches. */
  managePayouts: {
    path: '/payouts/manage-payouts',
    access: 'payouts',
    menu: { group: 'payouts', order: 0 },
    key: 'q',
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
  beneficiaries: {
    path: '/payouts/vendors',
    access: 'payouts',
    menu: { group: 'payouts', order: 2 },
    acting: 'screen',
    search: 'all',
  },
  createBeneficiary: { path: '/payouts/vendors/create-beneficiary', access: 'payouts', acting: 'screen', search: [] },
  updateBeneficiary: {
    path: '/payouts/vendors/update-beneficiary',
    access: 'payouts',
    acting: 'object',
    search: ['ref', 'merchant'],
    linked: true,
  },
  beneficiaryAccounts: {
    path: '/payouts/vendor-accounts',
    access: 'payouts',
    menu: { group: 'payouts', order: 3 },
    acting: 'screen',
    search: 'all',
  },
  /** Who lets payouts go; read by everybody. */
  payoutSettings: {
    path: '/payouts/payout-settings',
    access: 'anyUser',
    menu: { group: 'payouts', order: 9, access: 'payouts' },
    acting: 'screen',
  },
} as const satisfies Record<string, Screen>
