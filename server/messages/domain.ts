import type { Domain } from '#server/kit/domain.ts'
import { sendMessageJob } from './jobs.ts'
import { outboxRoute } from './outbox-route.ts'

export const messages = {
  jobs: [sendMessageJob],
  routes(app, parts) {
    if (parts.outbox) outboxRoute(app, parts)
  },
} satisfies Domain
