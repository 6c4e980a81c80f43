import type { Domain } from '#server/kit/domain.ts'
import { compareBalance } from './compare-job.ts'
import { virtualAccountHandlers } from './handlers.ts'

export const virtualAccounts = { handlers: virtualAccountHandlers, jobs: [compareBalance] } satisfies Domain
