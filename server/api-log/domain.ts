import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { forgetApiCalls } from './jobs.ts'

export const apiLog = { handlers, jobs: [forgetApiCalls] } satisfies Domain
