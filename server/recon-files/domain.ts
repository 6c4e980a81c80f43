import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { forgetReconOriginal, readReconFile } from './jobs.ts'

export const reconFiles = { handlers, jobs: [readReconFile, forgetReconOriginal] } satisfies Domain
