import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { subscriptionPayable } from './payable.ts'

export const subscriptions = { handlers, payables: [subscriptionPayable] } satisfies Domain
