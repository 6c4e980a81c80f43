import type { Domain } from '#server/kit/domain.ts'
import { merchantHandlers } from './handlers.ts'
import { logoRoute } from './logo.ts'

export const merchants = { handlers: merchantHandlers, routes: logoRoute } satisfies Domain
