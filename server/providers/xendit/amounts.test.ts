import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, type Currency, currencyCodes } from '#contract/kit/money.ts'
import { bookAmount, wireAmount, type XenditCurrency } from '../simulator/xendit/amounts.ts'
import { amountOf, isAmount } from './amounts.ts'

const taken = ['IDR', 'MYR', 'PHP', 'THB', 'USD', 'VND']
const whole = ['IDR', 'VND']

/** Amounts of all sizes, from one minor unit to fifteen digits and one beyond. */
const anyAmount = fc.nat({ max: 15 }).chain((digits) => fc.bigInt({ min: 1n, max: 10n ** BigInt(digits) }))

test.each(currencyCodes)('an amount in %s goes there and back exactly, or not at all', (currency) => {
  const unit = 10n ** BigInt(currencies[currency])
  const holds = (minor: bigint) => {
    const expressible =
      taken.includes(currency) && minor < 10n ** 15n && (!whole.includes(currency) || minor % unit === 0n)
    const sent = amountOf(minor, currency)
    expect(sent !== null, `${minor} ${currency}`).toBe(expressible)
    if (sent === null) return
    // As the other side reads the JSON, with arithmetic of its own.
    const received = JSON.parse(JSON.stringify({ amount: sent })) as { amount: number }
    const booked = bookAmount(received.amount, currency as XenditCurrency)
    expect(booked).toBe(String(minor))
    const answered = { amount: wireAmount(String(minor), currency), currency }
    expect(isAmount(JSON.parse(JSON.stringify(answered)) as typeof answered, { amountMinor: minor, currency })).toBe(
      true,
    )
  }
  fc.assert(fc.property(anyAmount, holds), { numRuns: 1_000 })
})

test('whole major units of rupiah and dong, whatever their decimals here', () => {
  expect(amountOf(1_500_000n, 'IDR')).toBe(15_000)
  expect(amountOf(1_500_001n, 'IDR')).toBeNull()
  expect(amountOf(15_000n, 'VND')).toBe(15_000)
  expect(amountOf(1_050n, 'PHP')).toBe(10.5)
  expect(amountOf(0n, 'PHP')).toBeNull()
})

test('another amount, another currency or none is not the amount', () => {
  const asked = { amountMinor: 1_050n, currency: 'PHP' as Currency }
  expect(isAmount({ amount: 10.5, currency: 'PHP' }, asked)).toBe(true)
  for (const other of [
    { amount: 10.51, currency: 'PHP' },
    { amount: 10.501, currency: 'PHP' },
    { amount: 1_050, currency: 'PHP' },
    { amount: 10.5, currency: 'MYR' },
    { amount: 10.5, currency: 'ZZZ' },
    { amount: Number.NaN, currency: 'PHP' },
    { amount: null, currency: 'PHP' },
    { amount: 10.5, currency: null },
    {},
  ])
    expect(isAmount(other, asked)).toBe(false)
})
