import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { manageRoutes } from './routes.ts'

export const subscriptionManage = { handlers, routes: manageRoutes } satisfies Domain
