import type { Domain } from '#server/kit/domain.ts'
import { rollUpSubscriptions } from '#server/subscription-store/roll-up.ts'
import { handlers } from './handlers.ts'

export const prices = { handlers, jobs: [rollUpSubscriptions] } satisfies Domain
