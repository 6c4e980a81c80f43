import type { Domain } from '#server/kit/domain.ts'
import { kycHandlers } from './handlers.ts'
import { kycDocumentRoute } from './document-route.ts'

export const kyc = { handlers: kycHandlers, routes: kycDocumentRoute } satisfies Domain
