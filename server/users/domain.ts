import type { Domain } from '#server/kit/domain.ts'
import { userHandlers } from './handlers.ts'

export const users = { handlers: userHandlers } satisfies Domain
