import type { KeptProof } from '#server/db/kept-recon.ts'
import { exactOf, exactText } from '../read/exact.ts'
import type { Proof } from '../read/read-row.ts'
import type { ProofLine } from './frames.ts'

/** What a file proves in each currency: unproven by the sum of the differences, else proven, else not stated. */
export function proofOf(proofs: readonly ProofLine[]): KeptProof[] {
  const kept = new Map<string, { state: KeptProof['state']; off: bigint }>()
  for (const { currency, state, difference } of proofs) {
    const one = kept.get(currency) ?? { state: 'not_stated', off: 0n }
    const off = exactOf(difference ?? '0') ?? 0n
    if (state === 'unproven') Object.assign(one, { state, off: one.off + (off < 0n ? -off : off) })
    else if (state === 'proven' && one.state === 'not_stated') one.state = state
    kept.set(currency, one)
  }
  return [...kept].map(([currency, { state, off }]) => ({ currency, state, difference: exactText(off) }))
}

/** A proof with its amounts as decimal texts. */
export const proofLine = ({ parts, ...proof }: Proof): ProofLine => ({
  ...proof,
  computed: exactText(proof.computed),
  stated: proof.stated === null ? null : exactText(proof.stated),
  difference: proof.difference === null ? null : exactText(proof.difference),
  remainder: exactText(proof.remainder),
  parts: parts.map((part) => ({ ...part, amount: exactText(part.amount) })),
})
