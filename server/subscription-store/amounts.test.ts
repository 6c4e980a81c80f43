import { describe, expect, it } from 'vitest'
import { changeLines, chargeSum, costLines, periodLine, totalAmount, unpaidLines } from './amounts.ts'

const price = { unit: 1_000n, quantity: 3 }
const costs = [
  { key: 'tax', amount: 7n },
  { key: 'shipping', amount: 3n },
]

describe('a charge', () => {
  it('is price × quantity, and the first one has the additional costs', () => {
    expect(chargeSum([periodLine(0, price), ...costLines(costs)], [])).toEqual({
      lines: [
        { kind: 'period', n: 0, unit: 1_000n, quantity: 3, amount: 3_000n },
        { kind: 'additional_cost', key: 'tax', amount: 7n },
        { kind: 'additional_cost', key: 'shipping', amount: 3n },
      ],
      amount: 3_010n,
      toPay: 3_010n,
    })
  })

  it('has what earlier periods left unpaid, as lines of theirs', () => {
    const unpaid = [
      { n: 1, amount: 3_000n },
      { n: 2, amount: 2_500n },
    ]
    const sum = chargeSum([...unpaidLines(unpaid), periodLine(3, price)], [])
    expect(sum.lines.map((line) => [line.kind, line.amount])).toEqual([
      ['unpaid_period', 3_000n],
      ['unpaid_period', 2_500n],
      ['period', 3_000n],
    ])
    expect(sum.toPay).toBe(8_500n)
  })

  it('uses the oldest credit first, and each down to nothing before the next', () => {
    const credits = [
      { id: 'a', left: 500n },
      { id: 'b', left: 0n },
      { id: 'c', left: 4_000n },
      { id: 'd', left: 1n },
    ]
    const sum = chargeSum([periodLine(1, price)], credits)
    expect(sum.lines.slice(1)).toEqual([
      { kind: 'credit', id: 'a', amount: -500n },
      { kind: 'credit', id: 'c', amount: -2_500n },
    ])
    expect([sum.amount, sum.toPay]).toEqual([3_000n, 0n])
    expect(chargeSum([periodLine(1, price)], credits.slice(0, 2)).toPay).toBe(2_500n)
  })

  it('of a change is what it charges less what it credits', () => {
    const sum = chargeSum(changeLines({ charge: 4_506n, credit: 1_502n }), [{ id: 'a', left: 4n }])
    expect(sum.lines.map(({ amount }) => amount)).toEqual([4_506n, -1_502n, -4n])
    expect([sum.amount, sum.toPay]).toEqual([3_004n, 3_000n])
    expect(changeLines({ charge: 4_506n, credit: 0n })).toHaveLength(1)
  })

  it('on demand is what is deducted', () => {
    expect(chargeSum([{ kind: 'deduction', amount: 250n }], []).toPay).toBe(250n)
  })
})

it('the total has the additional costs once, and is none without a count', () => {
  expect(totalAmount({ unit: 1_000n, quantity: 3, count: 3, costs })).toBe(9_010n)
  expect(totalAmount({ unit: 1_000n, quantity: 3, count: null, costs })).toBeNull()
})
