import type { Domain } from '#server/kit/domain.ts'
import { receiveSettledWord } from './callbacks.ts'
import { cutRemittance } from './cut-job.ts'

export const remittances = {
  jobs: [cutRemittance],
  callbacks: { settlement: receiveSettledWord },
} satisfies Domain
