import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { pruneWebhookLog } from './jobs.ts'

export const webhookLog = { handlers, jobs: [pruneWebhookLog] } satisfies Domain
