import type { Domain } from '#server/kit/domain.ts'
import { sendSubscriptionMessages } from './jobs.ts'

export const subscriptionMessages = { jobs: [sendSubscriptionMessages] } satisfies Domain
