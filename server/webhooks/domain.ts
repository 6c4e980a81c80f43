import type { Domain } from '#server/kit/domain.ts'
import { webhookHandlers } from './handlers.ts'
import { deliverWebhook } from './deliver.ts'

export const webhooks = { handlers: webhookHandlers, jobs: [deliverWebhook] } satisfies Domain
