import type { Domain } from '#server/kit/domain.ts'
import { paymentLinkHandlers } from './handlers.ts'
import { expirePaymentLink } from './jobs.ts'
import { linkPayable } from './payable.ts'

export const paymentLinks = {
  handlers: paymentLinkHandlers,
  jobs: [expirePaymentLink],
  payables: [linkPayable],
} satisfies Domain
