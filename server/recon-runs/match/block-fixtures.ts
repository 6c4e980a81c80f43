import { matchedTypes } from '#contract/recon-outcomes.ts'
import type { Comparable } from './comparable.ts'
import type { World, WorldRecord } from './world-fixtures.ts'

export interface WorldBlock {
  a: WorldRecord[]
  b: WorldRecord[]
}

/** The records of a world by reference, type and currency: the provider's reference, and the merchant's where there is none. */
export function blocksOf({ a, b }: World): WorldBlock[] {
  const blocks = new Map<string, WorldBlock>()
  for (const record of [...a, ...b]) {
    if (!matchedTypes.some((type) => type === record.type) || record.marks.length > 0) continue
    const key = JSON.stringify([record.providerRef || record.merchantRef, record.type, record.currency])
    const block = blocks.get(key) ?? { a: [], b: [] }
    block[record.side].push(record)
    blocks.set(key, block)
  }
  return [...blocks.values()]
}

const dayMs = 86_400_000
export const comparable = (record: WorldRecord, n: number): Comparable => ({
  n,
  type: record.type,
  amount: record.gross,
  isNet: false,
  timeMs: record.at.getTime(),
  bookedDay: record.bookedOn === null ? null : Date.parse(record.bookedOn) / dayMs,
  place: record.id,
})

/** A payment of a test: what it does not say is nothing. */
export const recordOf = (said: Partial<Comparable>): Comparable => ({
  n: 0,
  type: 'payment',
  amount: 0n,
  isNet: false,
  timeMs: null,
  bookedDay: null,
  place: '',
  ...said,
})
