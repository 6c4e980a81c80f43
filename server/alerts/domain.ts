import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { checkAlerts } from './jobs.ts'

export const alerts = { handlers, jobs: [checkAlerts] } satisfies Domain
