import type { Domain } from '#server/kit/domain.ts'
import { ssoConnectionHandlers } from './connection-handlers.ts'

export const ssoConnection = { handlers: ssoConnectionHandlers } satisfies Domain
