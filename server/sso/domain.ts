import type { Domain } from '#server/kit/domain.ts'
import { ssoHandlers } from './handlers.ts'
import { sendSsoLinkJob } from './jobs.ts'

export const sso = { handlers: ssoHandlers, jobs: [sendSsoLinkJob] } satisfies Domain
