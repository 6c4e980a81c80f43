import type { Domain } from '#server/kit/domain.ts'
import { paymentLinkHandlers } from './handlers.ts'
import { expirePaymentLink } from './jobs.ts'
import { linkPayable } from './payable.ts'
import { rollUpLinks } from './roll-up.ts'

export const paymentLinks = {
  handlers: paymentLinkHandlers,
  jobs: [expirePaymentLink, rollUpLinks],
  payables: [linkPayable],
} satisfies Domain
