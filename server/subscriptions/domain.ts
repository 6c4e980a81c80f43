import type { Domain } from '#server/kit/domain.ts'
import { deductionHandlers } from './deduction-handlers.ts'
import { handlers } from './handlers.ts'
import { subscriptionPayable } from './payable.ts'
import { setUpHandlers } from './set-up-handlers.ts'

export const subscriptions = { handlers, payables: [subscriptionPayable] } satisfies Domain
export const subscriptionDeductions = { handlers: deductionHandlers } satisfies Domain
export const subscriptionSetUp = { handlers: setUpHandlers } satisfies Domain
