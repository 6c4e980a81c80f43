import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { forgetExport, runExport } from './jobs.ts'

export const exports = { handlers, jobs: [runExport, forgetExport] } satisfies Domain
