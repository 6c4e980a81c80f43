import type { Domain } from '#server/kit/domain.ts'
import { analyticsHandlers, reportHandlers } from './handlers.ts'

export const reconAnalytics = { handlers: analyticsHandlers } satisfies Domain
export const reconReports = { handlers: reportHandlers } satisfies Domain
