import type { Domain } from '#server/kit/domain.ts'
import { analyticsHandlers } from './handlers.ts'

export const analytics = { handlers: analyticsHandlers } satisfies Domain
