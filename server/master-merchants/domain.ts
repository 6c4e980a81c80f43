import type { Domain } from '#server/kit/domain.ts'
import { masterMerchantHandlers } from './handlers.ts'

export const masterMerchants = { handlers: masterMerchantHandlers } satisfies Domain
