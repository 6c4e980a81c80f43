import type { ReconPair } from '#contract/recon-runs.ts'
import { pairWords } from '../dashboard/pairs.ts'

/** The sources of a pair by its number. */
export function sourcesOf(pairs: readonly ReconPair[], msmId: number): string {
  const found = pairs.find((pair) => pair.msm_id === msmId)
  return found ? pairWords(found) : String(msmId)
}
