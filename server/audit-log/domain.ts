import type { Domain } from '#server/kit/domain.ts'
import { auditLogHandlers } from './handlers.ts'

export const auditLog = { handlers: auditLogHandlers } satisfies Domain
