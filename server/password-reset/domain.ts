import type { Domain } from '#server/kit/domain.ts'
import { passwordResetHandlers } from './handlers.ts'
import { sendResetLinkJob } from './jobs.ts'

export const passwordReset = { handlers: passwordResetHandlers, jobs: [sendResetLinkJob] } satisfies Domain
