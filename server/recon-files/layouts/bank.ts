import type { FileFormat } from '#contract/recon-records.ts'
import type { Layout, Reading } from '../layout.ts'

/** Statements of banks have the same titles, whatever their format. What moved the account are entries, and batches of payments. */
const reading: Reading = {
  decimal: '.',
  dates: ['YYYY-MM-DD', 'YYYY-MM-DDTHH:mm:ss', 'YYYY-MM-DDTHH:mm:ssZ'],
  timeZone: 'UTC',
  headers: ['section', 'statement', 'account', 'currency', 'amount', 'balance', 'booked_on', 'reference'],
  sections: {
    column: 'section',
    body: ['entry', 'batch'],
    ignored: {
      detail: 'part_of_a_batch',
      pending: 'not_booked',
      page_opening: 'between_pages',
      page_closing: 'between_pages',
      opening_available: 'other_balance',
      available: 'other_balance',
      forward: 'other_balance',
      other_balance: 'other_balance',
    },
  },
  columns: {
    date: 'booked_on',
    booked_on: 'booked_on',
    amount: 'amount',
    currency: 'currency',
    txn_ref: 'reference',
    merchant_ref: ['own_reference', 'end_to_end_id'],
    other_ref: ['end_to_end_id', 'text'],
    batch: 'statement',
    account_id: 'account',
    method: 'code',
  },
  noReference: ['NONREF', 'NOTPROVIDED'],
  // A bank says what came and went, and not why.
  type: 'transfer',
  types: {},
  proof: {
    stated: (['opening', 'closing'] as const).map((what) => ({
      section: what,
      what,
      column: 'balance',
      currency: 'currency',
      batch: 'statement',
      account: 'account',
    })),
  },
}

const layoutFor = (key: string, name: string, format: FileFormat, messages?: readonly string[]): Layout => ({
  key,
  name,
  formats: [format],
  category: 'BANK',
  fileType: 'recon',
  ...(messages && { messages }),
  reading,
})

export const bank: readonly Layout[] = [
  layoutFor('CAMT_053', 'Bank statement camt.053', 'camt', ['camt.053', 'camt.052']),
  layoutFor('CAMT_054', 'Bank notification camt.054', 'camt', ['camt.054']),
  layoutFor('MT940', 'Bank statement MT940', 'mt940'),
  layoutFor('OFX', 'Bank statement OFX', 'ofx'),
]
