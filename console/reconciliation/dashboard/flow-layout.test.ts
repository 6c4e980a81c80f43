import { describe, expect, it } from 'vitest'
import type { ReconFlow } from '#contract/recon-dashboard.ts'
import { layoutOf } from './flow-layout.ts'

const node = (from: string, to: string, count: number, value = count) => ({ from, to, count, value, weightedValue: 1 }) as ReconFlow['dataNodes'][number] // prettier-ignore
const flow = {
  dataFields: [],
  dataNodes: [
    node('sale_transactions', 'unreconciled_sale_transactions', 2),
    node('sale_transactions', 'reconciled_sale_settlements', 224),
    node('sale_settlements', 'reconciled_sale_settlements', 224),
    node('sale_settlements', 'unreconciled_sale_settlements', 0),
    node('reconciled_sale_settlements', 'mismatch_no', 222),
    node('reconciled_sale_settlements', 'mismatch_amount', 2, -31.96),
  ],
}

describe('the flow chart', () => {
  it('has the boxes that something goes to, beside transactions, settlements and what matches', () => {
    expect(layoutOf(flow, 'count', 900, false).boxes.map(({ id }) => id)).toEqual([
      'sale_transactions',
      'sale_settlements',
      'unreconciled_sale_transactions',
      'reconciled_sale_settlements',
      'mismatch_no',
      'mismatch_amount',
    ])
    expect(layoutOf({ dataFields: [], dataNodes: [] }, 'count', 900, false).boxes).toHaveLength(3)
  })

  it('has boxes of a column below each other, and all of them inside the chart', () => {
    for (const width of [620, 1_100]) {
      const { boxes, boxWidth, height } = layoutOf(flow, 'amount', width, false)
      for (const box of boxes) {
        expect(box.x >= 0 && box.x + boxWidth <= width && box.y >= 0 && box.y + box.height <= height).toBe(true)
        const over = boxes.filter((one) => one !== box && one.x === box.x && one.y < box.y + box.height && one.y + one.height > box.y) // prettier-ignore
        expect(over).toEqual([])
      }
    }
  })

  it('is mirrored from right to left', () => {
    const [left, right] = [layoutOf(flow, 'count', 900, false), layoutOf(flow, 'count', 900, true)]
    expect(right.boxes.map(({ x }) => x)).toEqual(left.boxes.map(({ x }) => 900 - x - left.boxWidth))
  })
})
