import type { FieldName, From } from '../layout.ts'
import { wordOf } from './columns.ts'

/** The titles that usually hold a field, without case, blanks and marks; the first that a file has is proposed. */
const likely: Partial<Record<FieldName, string>> = {
  date: 'transactiondate transactiontime transactiondatetime datetime createdat created creationdate date timestamp time paymentdate bookingdate postingdate valuedate datum datedoperation transactioncreatetime',
  booked_on:
    'bookedon bookingdate settlementdate settledat settledon payoutdate availableon valuedate disbursementdate posteddate',
  amount:
    'grossamount gross amount transactionamount paymentamount originalamount montant betrag importe valor total amounttotal',
  currency:
    'grosscurrency transactioncurrency currency currencycode paymentcurrency ccy devise waehrung währung moneda',
  fee: 'fee fees feeamount commission processingfee servicecharge mdr totalfee commissionamount gebuehr gebühr',
  tax: 'tax vat gst taxamount vatamount servicetax feetax',
  passed_on: 'interchange interchangefee schemefees schemefee',
  delivery: 'deliveryamount deliverycharge deliverycharges deliveryfee delivery shippingamount',
  discount: 'discountamount totaldiscount discount discounts',
  net: 'netamount net settlementamount amountsettled payoutamount netto',
  net_currency: 'netcurrency settlementcurrency payoutcurrency',
  rate: 'exchangerate rate fxrate conversionrate',
  txn_type: 'transactiontype type recordtype eventtype category reportingcategory typeoftransaction',
  txn_ref:
    'transactionid pspreference txnid transactionreference providerreference paymentid id chargeid reference numerodoperation operationnumber',
  merchant_ref:
    'merchantreference orderid orderreference merchantorderid ordernumber invoiceid invoicenumber invoice merchanttxnid externalidentifier',
  other_ref: 'modificationreference refundid arn referenceid',
  parent_ref: 'originaltransactionid parentid originalreference referencetxnid',
  batch: 'batch batchnumber batchid settlementid payoutid depositid settlementbatchid',
  method: 'paymentmethod method paymenttype cardtype scheme cardbrand',
  status: 'status transactionstatus state',
  account_id: 'merchantaccount merchantid accountid account accountnumber bankaccount',
  country: 'country countrycode shoppercountry cardcountry',
  time_zone: 'timezone zone tz',
  balance: 'balance runningbalance saldo solde closingbalance',
  sku_id: 'sku skuid productid itemid',
  quantity: 'quantity qty menge',
}
const pairs = [
  ['credit', 'debit'],
  ['creditamount', 'debitamount'],
  ['crédit', 'débit'],
  ['haben', 'soll'],
  ['paidin', 'paidout'],
  ['deposit', 'withdrawal'],
] as const

/** Columns for the fields of a file that no layout fits, by the names that they usually have. They are a proposal, to be looked at. */
export function likelyColumns(titles: readonly string[]): Partial<Record<FieldName, From>> {
  const byName = new Map<string, string>()
  for (const title of titles) {
    const name = wordOf(title).replaceAll(/[^\p{L}\p{N}]/gu, '')
    if (name !== '' && !byName.has(name)) byName.set(name, title)
  }
  const taken = new Set<string>()
  const columns: Partial<Record<FieldName, From>> = {}
  for (const [field, names] of Object.entries(likely) as [FieldName, string][]) {
    const title = names
      .split(' ')
      .flatMap((name) => byName.get(name) ?? [])
      .find((one) => !taken.has(one))
    if (title === undefined) continue
    taken.add(title)
    columns[field] = title
  }
  const pair = pairs.find(([credit, debit]) => byName.has(credit) && byName.has(debit))
  if (pair && columns.amount === undefined)
    columns.amount = { credit: byName.get(pair[0]) ?? '', debit: byName.get(pair[1]) ?? '' }
  return columns
}
