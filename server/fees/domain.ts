import type { Domain } from '#server/kit/domain.ts'
import { checkHandlers } from './check-handlers.ts'
import { checkFees } from './check-job.ts'
import { claimHandlers } from './claim-handlers.ts'
import { claimSheet } from './claim-sheet.ts'
import { planHandlers } from './plan-handlers.ts'

export const feePlans = { handlers: planHandlers } satisfies Domain
export const feeChecks = { handlers: checkHandlers, jobs: [checkFees] } satisfies Domain
export const feeClaims = { handlers: claimHandlers, files: [claimSheet] } satisfies Domain
