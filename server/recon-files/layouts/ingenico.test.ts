import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { amount, readBy } from './reading-fixtures.ts'

const record = (category: string, type: string, order: string, money: string) => `<tns:DataRecord>
  <tns:MerchantID>1</tns:MerchantID><tns:OrderID>${order}</tns:OrderID>
  <tns:PaymentData><tns:Recordcategory>${category}</tns:Recordcategory><tns:Recordtype>${type}</tns:Recordtype>
  <tns:PaymentReference>0</tns:PaymentReference><tns:AdditionalReference>order-${order}</tns:AdditionalReference>
  <tns:CurrencyDelivered>EUR</tns:CurrencyDelivered><tns:AmountDelivered>${money}</tns:AmountDelivered>
  <tns:PaymentCurrency>EUR</tns:PaymentCurrency><tns:PaymentAmount>${money}</tns:PaymentAmount>
  <tns:TransactionDateTime>2026-03-01T10:00:00</tns:TransactionDateTime></tns:PaymentData></tns:DataRecord>`
const small = `<?xml version="1.0" encoding="utf-8"?><tns:report xmlns:tns="https://wx.v2_6.globalcollect.com">${record('X', 'ON', '1', '300')}${record('-', 'CR', '0', '-150')}${record('-', 'CB', '2', '-300')}</tns:report>`

describe("Ingenico's WX file", () => {
  it('is XML, in gz too; its two words of a type are read together, and a reference of 0 is none', async () => {
    const plain = await readBy('INGENICO_WX', { text: small })
    const packed = await readBy('INGENICO_WX', { bytes: gzipSync(small) })
    expect(
      plain.records.map(({ type, gross, providerRef, otherRef, merchantRef }) => [
        type,
        amount(gross),
        providerRef,
        otherRef,
        merchantRef,
      ]),
    ).toEqual([
      ['payment', '3', '1', '', 'order-1'],
      ['refund', '-1.5', '', '', 'order-0'],
      ['chargeback', '-3', '2', '', 'order-2'],
    ])
    expect(packed.records).toEqual(plain.records)
  })
})

describe.runIf(hasRealFiles)("Ingenico's WX file, of real files in gz", () => {
  it.each([
    ['ingenico/donation.xml.gz', ['payment 3 USD 5551212.68168']],
    ['ingenico/donation_bpay.xml.gz', ['payment 10 AUD 255777921']],
    ['ingenico/refund_ingenico_connect.xml.gz', ['refund -100 USD 5551212.12']],
    ['ingenico/sparseRefund.xml.gz', ['refund -15 EUR 48987654.12345']],
    ['ingenico/chargeback.xml.gz', ['chargeback -200 USD 5551212.29660']],
    [
      'e2e_wmf_audit/Ingenico/combined__wx1.000000123420180604.010226.xml.gz',
      ['payment 3 EUR 57123456.84401', 'payment 3 USD 5551212.1'],
    ],
  ])('%s', async (path, lines) => {
    const { records, summary } = await readBy('INGENICO_WX', { path: realFile(path) })
    expect(
      records.map(({ type, gross, currency, merchantRef }) => `${type} ${amount(gross)} ${currency} ${merchantRef}`),
    ).toEqual(lines)
    expect(summary.rejected).toBe(0)
    expect(records.flatMap(({ marks }) => marks)).toEqual([])
  })
})
