import type { Domain } from '#server/kit/domain.ts'
import { screenBeneficiary } from '#server/screening/screen.ts'
import { handlers } from './handlers.ts'
import { checkAccountName } from './name-check.ts'

export const beneficiaries = { handlers, jobs: [checkAccountName, screenBeneficiary] } satisfies Domain
