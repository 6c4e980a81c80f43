import type { Domain } from '#server/kit/domain.ts'
import { supportHandlers } from './handlers.ts'

export const support = { handlers: supportHandlers } satisfies Domain
