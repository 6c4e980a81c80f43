import type { CatalogueEntry } from './entry.ts'
import { always } from './rail-hours.ts'

/** The merchant's own bank, which takes payouts as files and answers with files. */
export const bankFile: CatalogueEntry = {
  key: 'BANK_FILE',
  name: 'Bank file',
  type: 'Bank',
  provider: 'bank-file',
  payTypes: ['PAYOUT'],
  payouts: {
    virtualAccounts: false,
    byFile: true,
    rails: [
      {
        key: 'BANK_FILE',
        name: 'Bank file',
        to: 'BANK',
        countries: 'GLOBAL',
        currencies: null,
        // The bank takes its charges from the account by itself, and knows its hours.
        fee: {},
        workingDays: 1,
        hours: always('Etc/UTC'),
      },
    ],
  },
  countries: 'GLOBAL',
  currencies: null,
  ways: [],
  credentials: [
    { name: 'account_holder', label: 'Account holder', where: '', secret: false },
    { name: 'account_number', label: 'IBAN or account number', where: '', secret: false },
    { name: 'bic', label: 'BIC', where: '', secret: false },
    { name: 'currency', label: 'Currency of the account, such as EUR', where: '', secret: false },
    { name: 'company_id', label: 'Company ID at the bank', where: '', secret: false, optional: true },
  ],
  onboarding: ['keys'],
  cardEntry: null,
  callbacks: 'none',
}
