import { expect, it } from 'vitest'
import { operationsOf } from '#console/kit/api/open-api.ts'
import { callFinder } from '#console/developers/find-calls.ts'
import { openApi } from '#server/openapi.ts'
import type { Language } from '#i18n/languages.ts'

const searchIn = (language: Language) => {
  const find = callFinder(operationsOf(openApi(language) as never))
  return (words: string) => find(words).map(({ operationId }) => operationId)
}

it('the search of the API reference finds calls by words of their descriptions, after those with the words in their names', () => {
  const found = searchIn('en')
  expect(found('payment link').slice(0, 5).toSorted()).toEqual([
    'cancelPaymentLink',
    'checkPaymentLink',
    'createPaymentLink',
    'listPaymentLinkAttempts',
    'readPaymentLink',
  ])
  const refunds = found('refund')
  expect(refunds.slice(0, 2).toSorted()).toEqual(['createRefund', 'readRefunds'])
  // Its description says that it takes the attempt to refund; its name does not.
  expect(refunds.indexOf('listPaymentLinkAttempts')).toBeGreaterThan(refunds.indexOf('confirmRefundBatch'))
  expect(found('reconcile')).toEqual(expect.arrayContaining(['listPayments', 'listReconChannels']))
  expect(found('createRefund')[0]).toBe('createRefund')
  // A field of its body has the words, and neither its name nor its description.
  expect(found('brand_name')).toEqual(['updateMerchant'])
  expect(found('refund zzzz')).toEqual([])
  // Who may make a call is in the texts of nearly all, and nothing to find it by.
  expect(found('invoice-user')).toEqual([])
})

it('the search finds Arabic words however they are written, and the names in code', () => {
  const found = searchIn('ar')
  expect(found('استرداد')[0]).toBe('createRefund')
  expect(found('إنشاء رابط')).toEqual(found('انشاء رابط'))
  expect(found('انشاء رابط')[0]).toBe('createPaymentLink')
  expect(found('للتسوية')[0]).toBe('listPayments')
  expect(found('createRefund')[0]).toBe('createRefund')
})
