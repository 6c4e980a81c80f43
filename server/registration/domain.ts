import type { Domain } from '#server/kit/domain.ts'
import { registrationHandlers } from './handlers.ts'
import { openMerchantJob, sendVerifyLinkJob } from './jobs.ts'

export const registration = {
  handlers: registrationHandlers,
  jobs: [openMerchantJob, sendVerifyLinkJob],
} satisfies Domain
