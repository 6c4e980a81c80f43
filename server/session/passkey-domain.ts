import type { Domain } from '#server/kit/domain.ts'
import { passkeyHandlers } from './passkey-handlers.ts'

export const passkeySignIn = { handlers: passkeyHandlers } satisfies Domain
