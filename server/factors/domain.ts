import type { Domain } from '#server/kit/domain.ts'
import { factorHandlers } from './handlers.ts'

export const factors = { handlers: factorHandlers } satisfies Domain
