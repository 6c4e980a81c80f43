import { describe, expect, it } from 'vitest'
import { declineReasons, declines } from '#contract/declines.ts'
import { defaultRetryRules, retryRules } from '#contract/subscription-retries.ts'
import { isTryLeft, retriesOf, type DeclinedCharge } from './retry-rules.ts'

const first = new Date('2026-10-28T23:30Z')
const charge: DeclinedCharge = {
  reason: 'FUNDS_LIMIT_ERROR',
  firstTriedAt: first,
  nextBoundary: new Date('2026-11-28T23:30Z'),
  timeZone: 'America/New_York',
  declinedTries: [first],
}
const retries = (changed: Partial<DeclinedCharge> = {}, days: readonly number[] = [1, 3, 5, 7], after = first) =>
  retriesOf({ ...charge, ...changed }, { days: [...days] }, after).map((at) => at.toISOString().slice(0, 16))
const usual = ['2026-10-29T13:00', '2026-10-31T13:00', '2026-11-02T14:00', '2026-11-04T14:00']

describe('retries', () => {
  it('are at nine in the customer’s zone, by days after the first try there, over a change of the clocks', () => {
    expect(retries({}, defaultRetryRules.days)).toEqual(usual)
    // There it is the 29th.
    expect(retries({ timeZone: 'Asia/Tokyo' })[0]).toBe('2026-10-30T00:00')
  })

  it('that are over are not named again', () => {
    expect(retries({}, [1, 3, 5, 7], new Date('2026-10-31T13:00Z'))).toEqual(usual.slice(2))
  })

  it('at or after the next boundary are dropped', () => {
    expect(retries({ nextBoundary: new Date('2026-11-02T14:00Z') })).toEqual(usual.slice(0, 2))
    expect(retries({ nextBoundary: new Date('2026-11-02T14:01Z') })).toEqual(usual.slice(0, 3))
    expect(retries({ nextBoundary: new Date('2026-10-29T00:30Z') })).toEqual([])
    expect(retries({ nextBoundary: null })).toEqual(usual)
  })

  it('are ten of a mandate at most in thirty days, with the tries of other charges', () => {
    const others = Array.from({ length: 7 }, (_, n) => new Date(Date.parse('2026-10-10T00:00Z') + n * 60_000))
    expect(retries({ declinedTries: [...others, first] })).toEqual(usual.slice(0, 2))
    // Those are thirty days old then.
    expect(retries({ declinedTries: [...others, first] }, [1, 3, 5, 12])).toEqual([
      ...usual.slice(0, 2),
      '2026-11-09T14:00',
    ])
    expect(
      isTryLeft(
        Array.from({ length: 10 }, () => first),
        new Date('2026-11-27T23:29Z'),
      ),
    ).toBe(false)
    expect(
      isTryLeft(
        Array.from({ length: 10 }, () => first),
        new Date('2026-11-27T23:30Z'),
      ),
    ).toBe(true)
  })

  it.each(declineReasons)('after %s are only where time helps', (reason) => {
    expect(retries({ reason })).toEqual(declines[reason].retry === 'soft' ? usual : [])
  })

  it('have a class for each reason', () => {
    const hard = declineReasons.filter((reason) => declines[reason].retry === 'hard')
    expect(hard.toSorted()).toEqual([
      'INVALID_CARD_BLOCKED_ERROR',
      'INVALID_CARD_EXPIRED_ERROR',
      'INVALID_CARD_INFO_ERROR',
      'INVALID_CARD_LOST_ERROR',
      'INVALID_CARD_NOT_SUPPORTED_ERROR',
      'MANDATE_REVOKED',
      'SUSPECTED_FRAUDULENT_TRANSACTION_ERROR',
    ])
    expect(declineReasons.filter((reason) => declines[reason].retry === 'ask')).toEqual(['INVALID_CARD_3DS_ERROR'])
  })
})

describe('retry rules', () => {
  it.each([
    [[], true],
    [[1, 2, 3, 4, 5, 28], true],
    [[1, 2, 3, 4, 5, 6, 7], false],
    [[0], false],
    [[29], false],
    [[1.5], false],
    [[3, 1], false],
    [[1, 1], false],
  ])('of days %j are allowed: %s', (days, isAllowed) => {
    expect(retryRules.safeParse({ days, last_act: 'keep' }).success).toBe(isAllowed)
  })

  it('of a merchant that has set none are allowed', () => {
    expect(retryRules.parse(defaultRetryRules)).toEqual(defaultRetryRules)
  })
})
