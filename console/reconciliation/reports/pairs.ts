import type { ReconPair } from '#contract/recon-runs.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'

export const pairName = ({ data_source_a: a, data_source_b: b }: ReconPair): string =>
  `${isolatedLtr(a)} – ${isolatedLtr(b)}`

/** The sources of a pair by its number. */
export function sourcesOf(pairs: readonly ReconPair[], msmId: number): string {
  const found = pairs.find((pair) => pair.msm_id === msmId)
  return found ? pairName(found) : String(msmId)
}
