import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { runWebhookReplay } from './jobs.ts'

export const webhookReplays = { handlers, jobs: [runWebhookReplay] } satisfies Domain
