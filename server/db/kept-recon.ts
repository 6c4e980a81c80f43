import type { ProofState } from '#contract/recon-file-states.ts'

/** What a file proves in one currency: the worst of its proofs, and by how much. */
export interface KeptProof {
  currency: string
  state: ProofState
  difference: string
}

/** Why a row was rejected, at one of its columns. */
export interface KeptFault {
  column: string
  value: string
  reason: string
  params: Record<string, string | number>
}
