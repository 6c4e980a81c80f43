import type { Domain } from '#server/kit/domain.ts'
import { exceptionHandlers, proposalHandlers } from './handlers.ts'

export const reconExceptions = { handlers: exceptionHandlers } satisfies Domain
export const reconProposals = { handlers: proposalHandlers } satisfies Domain
