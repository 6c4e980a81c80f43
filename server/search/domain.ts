import type { Domain } from '#server/kit/domain.ts'
import { searchHandlers } from './handlers.ts'

export const search = { handlers: searchHandlers } satisfies Domain
