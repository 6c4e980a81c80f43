import type { Domain } from '#server/kit/domain.ts'
import { channelHandlers } from './handlers.ts'
import { registerCallbacks } from './register-callbacks.ts'

export const channels = { handlers: channelHandlers, jobs: [registerCallbacks] } satisfies Domain
