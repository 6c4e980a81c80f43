import type { Layout } from '../layout.ts'

const settlement: Layout = {
  key: 'INGENICO_WX',
  name: 'Ingenico (GlobalCollect) WX file',
  formats: ['xml'],
  category: 'PSP',
  fileType: 'recon',
  reading: {
    decimal: '.',
    unit: 'hundredths',
    dates: ['YYYY-MM-DDTHH:mm:ss', 'YYYY-MM-DD'],
    timeZone: 'UTC',
    rowsAt: 'report/DataRecord',
    headers: [
      'MerchantID',
      'OrderID',
      'PaymentData.Recordcategory',
      'PaymentData.Recordtype',
      'PaymentData.CurrencyDelivered',
      'PaymentData.AmountDelivered',
    ],
    columns: {
      txn_type: { joined: ['PaymentData.Recordcategory', 'PaymentData.Recordtype'] },
      txn_ref: ['OrderID', 'PaymentData.PaymentReference'],
      merchant_ref: 'PaymentData.AdditionalReference',
      other_ref: 'PaymentData.PaymentReference',
      parent_ref: 'PaymentData.ReferenceOriginalPayment',
      date: ['PaymentData.TransactionDateTime', 'PaymentData.DateDue'],
      booked_on: ['PaymentData.DateDue', 'PaymentData.TransactionDateTime'],
      amount: 'PaymentData.AmountDelivered',
      currency: 'PaymentData.CurrencyDelivered',
      method: ['PaymentData.CreditCardCompany', 'PaymentData.PaymentProductId'],
      account_id: 'MerchantID',
      country: ['PaymentData.PaymentCountry', 'PaymentData.IssuerCountry'],
    },
    sign: 'of_type',
    types: {
      'X|ON': 'payment',
      'X|OF': 'payment',
      '+|IP': 'payment',
      '+|ON': 'payment',
      '-|CR': 'refund',
      '-|CB': 'chargeback',
      '-|RP': 'chargeback',
      '+|CB': 'chargeback_reversal',
    },
  },
}

export const ingenico: readonly Layout[] = [settlement]
