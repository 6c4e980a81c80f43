import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { advanceClock } from './jobs.ts'

export const testClocks = { handlers, jobs: [advanceClock] } satisfies Domain
