import type { Domain } from '#server/kit/domain.ts'
import { sessionHandlers } from './handlers.ts'
import { noteSignInFailure } from './jobs.ts'

export const session = { handlers: sessionHandlers, jobs: [noteSignInFailure] } satisfies Domain
