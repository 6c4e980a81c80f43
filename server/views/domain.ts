import type { Domain } from '#server/kit/domain.ts'
import { viewHandlers } from './handlers.ts'

export const views = { handlers: viewHandlers } satisfies Domain
