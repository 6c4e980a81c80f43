import { expect, it } from 'vitest'
import type { ReconPair } from '#contract/recon-runs.ts'
import { chosenPair, sideOfTab, tabOfSide } from './pairs.ts'

const pair = (msm_id: number, leg: 'settlement' | 'bank', a: string, b: string, run: string | null = 'r') => ({ msm_id, leg, data_source_a: a, data_source_b: b, rules_version: 0, answer_run_id: run, wanted_at: null, next_run_at: null }) satisfies ReconPair // prettier-ignore
const pairs = [pair(1, 'settlement', 'T', 'S', null), pair(2, 'bank', 'S', 'B'), pair(3, 'settlement', 'U', 'V')]

it('without a choice the first pair of transactions that has an answer is shown', () => {
  expect(chosenPair(pairs)?.msm_id).toBe(3)
  expect(chosenPair(pairs, '2')?.msm_id).toBe(2)
  expect(chosenPair([])).toBe(undefined)
})

it('each tab shows its side of the pair, and the one beyond the settlements', () => {
  const [first, bank, other] = pairs as [ReconPair, ReconPair, ReconPair]
  const told = (chosen: ReconPair) =>
    (['transactions', 'settlements', 'bank'] as const).map((tab) => {
      const of = sideOfTab(pairs, chosen, tab)
      return of && `${of.pair.msm_id}${of.side}`
    })
  expect(told(first)).toEqual(['1a', '1b', '2b'])
  expect(told(bank)).toEqual(['1a', '2a', '2b'])
  expect(told(other)).toEqual(['3a', '3b', undefined])
  expect([tabOfSide(first, 'b'), tabOfSide(bank, 'a'), tabOfSide(bank, 'b')]).toEqual(['settlements', 'settlements', 'bank']) // prettier-ignore
})
