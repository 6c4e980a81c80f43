import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { runExportSchedule } from './jobs.ts'

export const exportSchedules = { handlers, jobs: [runExportSchedule] } satisfies Domain
