import type { MappingField, MappingFileType } from '#contract/recon-mapping-shapes.ts'
import type { RecordType } from '#contract/recon-records.ts'

/** The titles by which a column is proposed for a field, the surest first, without case, blanks and marks. */
const titles: Partial<Record<MappingField, readonly string[]>> = {
  date: ['transactiondate', 'paymentdate', 'createdat', 'created', 'creationdate', 'datetime', 'date', 'timestamp', 'time', 'valuedate'],
  booked_on: ['bookingdate', 'settlementdate', 'settledat', 'settledon', 'bookedon', 'postingdate'],
  amount: ['grossamount', 'transactionamount', 'gross', 'amount', 'total', 'paymentamount'],
  fee: ['feeamount', 'fee', 'fees', 'commission', 'transactionfee', 'mdr', 'charge', 'charges'],
  tax: ['taxamount', 'tax', 'vat', 'gst', 'feetax', 'taxonfee'],
  net: ['netamount', 'net', 'settlementamount', 'payoutamount', 'settledamount', 'netsettlement'],
  currency: ['currency', 'currencycode', 'transactioncurrency', 'grosscurrency', 'ccy', 'paymentcurrency'],
  net_currency: ['settlementcurrency', 'netcurrency', 'payoutcurrency'],
  rate: ['exchangerate', 'fxrate', 'rate'],
  batch: ['batchnumber', 'settlementid', 'payoutid', 'batch', 'batchid', 'payoutref', 'utr'],
  txn_type: ['transactiontype', 'type', 'recordtype', 'entrytype', 'category', 'transactioncategory'],
  status: ['status', 'transactionstatus', 'paymentstatus', 'state', 'result'],
  txn_ref: ['pspreference', 'providerreference', 'transactionid', 'transactionref', 'paymentid', 'reference', 'id', 'txnid'],
  merchant_ref: ['merchantreference', 'merchantorderref', 'orderid', 'orderref', 'merchantorderid', 'merchanttransactionid', 'order'],
  merchant_order_ref: ['merchantreference', 'merchantorderref', 'orderid', 'orderref', 'merchantorderid', 'ordernumber', 'order'],
  channel_order_ref: ['channelorderref', 'pspreference', 'providerreference', 'transactionid', 'paymentid', 'reference', 'txnid'],
  parent_ref: ['originalreference', 'parentreference', 'originaltransactionid', 'relatedpaymentid'],
  method: ['paymentmethod', 'method', 'instrument', 'cardtype', 'brand'],
  country: ['country', 'countrycode', 'shoppercountry'],
  account_id: ['merchantaccount', 'accountid', 'account'],
  sku_id: ['sku', 'skuid', 'productid', 'item'],
  quantity: ['quantity', 'qty', 'units'],
  balance: ['balance', 'runningbalance', 'availablebalance'],
  time_zone: ['timezone', 'tz'],
} // prettier-ignore
const ofTransactions: ReadonlySet<MappingField> = new Set(['merchant_order_ref', 'channel_order_ref', 'status'])
const ofSettlements: ReadonlySet<MappingField> = new Set([
  'merchant_ref',
  'txn_ref',
  'txn_type',
  'batch',
  'net',
  'balance',
])

const keyOf = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** The column that is proposed for each field, by its title; each column is proposed once. */
export function guessFields(columns: readonly string[], type: MappingFileType): Partial<Record<MappingField, string>> {
  const wrong = type === 'transaction' ? ofSettlements : ofTransactions
  const free = new Map(columns.map((title) => [keyOf(title), title]))
  const found: Partial<Record<MappingField, string>> = {}
  for (const [field, keys] of Object.entries(titles) as [MappingField, readonly string[]][]) {
    if (wrong.has(field)) continue
    const key = keys.find((each) => free.has(each))
    if (key === undefined) continue
    found[field] = free.get(key) as string
    free.delete(key)
  }
  return found
}

/** What the commoner words of types mean; others are to be assigned by a person. */
const words: Readonly<Record<string, RecordType>> = {
  payment: 'payment', sale: 'payment', charge: 'payment', capture: 'payment', settled: 'payment', captured: 'payment',
  success: 'payment', succeeded: 'payment', successful: 'payment', paid: 'payment', completed: 'payment',
  refund: 'refund', refunded: 'refund', refundreversal: 'refund_reversal', chargeback: 'chargeback', dispute: 'chargeback',
  chargebackreversal: 'chargeback_reversal', chargebackreversed: 'chargeback_reversal', disputereversal: 'chargeback_reversal',
  fee: 'fee', fees: 'fee', adjustment: 'adjustment', conversion: 'conversion', transfer: 'transfer', reserve: 'reserve',
  payout: 'payout', settlement: 'payout', withdrawal: 'payout',
} // prettier-ignore
const ignored: ReadonlySet<string> = new Set([
  'failed',
  'failure',
  'declined',
  'pending',
  'cancelled',
  'canceled',
  'expired',
  'error',
])

/** The proposed meaning of a word; null where a person has to say. */
export function guessMeaning(word: string, type: MappingFileType): RecordType | 'ignored' | null {
  const key = keyOf(word)
  if (type === 'recon') return words[key] ?? null
  if (ignored.has(key)) return 'ignored'
  const meaning = words[key]
  return meaning === 'payment' || meaning === 'refund' ? meaning : null
}
