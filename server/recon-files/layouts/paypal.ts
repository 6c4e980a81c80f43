import type { RecordType } from '#contract/recon-records.ts'
import type { Layout, Reading, Stated } from '../layout.ts'
import { paypalActivity, reversed } from './paypal-activity.ts'

/** PayPal's event codes. Of several beginnings the longest counts. */
const eventTypes: Readonly<Record<string, RecordType>> = {
  'T00*': 'payment',
  'T01*': 'fee',
  'T02*': 'conversion',
  'T03*': 'transfer',
  'T04*': 'payout',
  'T05*': 'adjustment',
  'T06*': 'payout',
  'T07*': 'transfer',
  'T08*': 'adjustment',
  'T09*': 'adjustment',
  'T10*': 'transfer',
  'T11*': 'adjustment',
  T1106: 'chargeback',
  T1107: 'refund',
  T1108: 'fee',
  T1110: 'reserve',
  T1111: 'reserve',
  'T12*': 'adjustment',
  T1201: 'chargeback',
  T1202: 'chargeback_reversal',
  'T14*': 'adjustment',
  'T15*': 'reserve',
  'T17*': 'payout',
  'T19*': 'adjustment',
  'T20*': 'transfer',
  'T21*': 'reserve',
  'T22*': 'transfer',
  'T99*': 'adjustment',
}

const headers = [
  'Transaction ID',
  'Invoice ID',
  'PayPal Reference ID',
  'Transaction Event Code',
  'Transaction Initiation Date',
  'Transaction Completion Date',
  'Transaction Debit or Credit',
  'Gross Transaction Amount',
  'Gross Transaction Currency',
  'Fee Debit or Credit',
  'Fee Amount',
  'Fee Currency',
]
const sides = { credit: ['CR'], debit: ['DR'] }
const balance = (name: string, column: number): readonly Omit<Stated, 'section'>[] => [
  { what: 'opening', name, column: column + 1, direction: column, debit: sides.debit, currency: 2 },
  { what: 'closing', name, column: column + 3, direction: column + 2, debit: sides.debit, currency: 2 },
]
const footer: readonly Omit<Stated, 'section'>[] = [
  { what: 'credits', column: 3, currency: 2 },
  { what: 'debits', column: 4, currency: 2 },
  { what: 'fee_credits', column: 5, currency: 2 },
  { what: 'fee_debits', column: 6, currency: 2 },
  ...balance('total', 7),
  ...balance('available', 11),
]
const within = (section: string, figures: readonly Omit<Stated, 'section'>[]): Stated[] =>
  figures.map((figure) => ({ ...figure, section }))
const count = [{ what: 'count', column: 2 }] as const

const ofReports: Omit<Reading, 'headers' | 'proof'> = {
  // Lines of a letter pair each: RH and FH begin report and file, SH a section, CH names its columns.
  sections: {
    column: 1,
    body: ['SB'],
    titles: ['CH'],
    ignored: {
      RH: 'report_header',
      FH: 'file_header',
      SH: 'section_header',
      SF: 'section_footer',
      RF: 'report_footer',
    },
  },
  decimal: '.',
  unit: 'hundredths',
  dates: ['YYYY/MM/DD HH:mm:ss Z'],
  columns: {
    txn_type: 'Transaction Event Code',
    txn_ref: 'Transaction ID',
    merchant_ref: ['Invoice ID', 'Custom Field'],
    other_ref: 'PayPal Reference ID',
    parent_ref: 'PayPal Reference ID',
    date: 'Transaction Initiation Date',
    booked_on: 'Transaction Completion Date',
    amount: { amount: 'Gross Transaction Amount', direction: 'Transaction Debit or Credit', ...sides },
    currency: 'Gross Transaction Currency',
    fee: { amount: 'Fee Amount', direction: 'Fee Debit or Credit', ...sides },
    method: 'Payment Source',
    country: 'Shipping Address Country',
  },
  chargesAre: 'negative',
  types: eventTypes,
  typesReversed: reversed,
  identity: ['Transaction ID', 'Transaction Event Code', 'Transaction Debit or Credit', 'Gross Transaction Currency'],
}

const base = { formats: ['csv'], category: 'PSP', fileType: 'recon' } as const

const settlement: Layout = {
  ...base,
  key: 'PAYPAL_STL',
  name: 'PayPal settlement report (STL)',
  reading: {
    ...ofReports,
    headers,
    proof: {
      stated: [
        ...within('SF', footer),
        ...within('RF', footer),
        ...within('SC', count),
        ...within('RC', count),
        ...within('FF', count),
      ],
    },
  },
}

const transactions: Layout = {
  ...base,
  key: 'PAYPAL_TRR',
  name: 'PayPal transaction detail report (TRR)',
  reading: {
    ...ofReports,
    headers: [...headers, 'Transactional Status'],
    skip: [{ rule: 'not_successful', when: [{ column: 'Transactional Status', is: ['D', 'P', 'V'] }] }],
    proof: { stated: [...within('SC', count), ...within('RC', count), ...within('FF', count)] },
  },
}

export const paypal: readonly Layout[] = [settlement, transactions, ...paypalActivity]
