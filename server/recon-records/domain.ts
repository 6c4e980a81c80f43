import type { Domain } from '#server/kit/domain.ts'
import { dashboardHandlers, evidenceHandlers, listHandlers, recordHandlers, summaryHandlers } from './handlers.ts'

export const reconDashboard = { handlers: dashboardHandlers } satisfies Domain
export const reconDashboardRecords = { handlers: recordHandlers } satisfies Domain
export const reconDashboardLists = { handlers: listHandlers } satisfies Domain
export const reconEvidence = { handlers: evidenceHandlers } satisfies Domain
export const reconSummaries = { handlers: summaryHandlers } satisfies Domain
