import type { Domain } from '#server/kit/domain.ts'
import { notificationHandlers } from './handlers.ts'
import { streamRoute } from './stream.ts'

export const notifications = { handlers: notificationHandlers, routes: streamRoute } satisfies Domain
