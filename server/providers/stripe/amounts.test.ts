import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogueEntry } from '#contract/channel-catalogue.ts'
import { currencyCodes } from '#contract/kit/money.ts'
import { fromStripe, toStripe } from './amounts.ts'

test.each(currencyCodes)('%s goes to Stripe and back without a change', (currency) => {
  const way = catalogueEntry('STRIPE')?.ways.find(({ type }) => type === 'CARD')
  const most = BigInt(way?.maximum?.[currency] ?? 0)
  expect(most).toBeGreaterThan(0n)
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: most }), (minor) => {
      const amount = toStripe(minor, currency)
      expect(amount !== null && fromStripe(amount, currency)).toBe(minor)
    }),
    { numRuns: 1_000 },
  )
})

test('currencies without decimals are as they are, but UGX is in hundredths', () => {
  expect(toStripe(500n, 'JPY')).toBe(500)
  expect(toStripe(500n, 'KRW')).toBe(500)
  expect(toStripe(500n, 'VND')).toBe(500)
  expect(toStripe(500n, 'UGX')).toBe(50_000)
  expect(toStripe(500n, 'IDR')).toBe(500)
})

test('what is no amount of ours is none', () => {
  expect(fromStripe(50_001, 'UGX')).toBeNull()
  expect(fromStripe(0.5, 'USD')).toBeNull()
  expect(fromStripe(-1, 'USD')).toBeNull()
  expect(toStripe(10n ** 15n, 'UGX')).toBeNull()
})
