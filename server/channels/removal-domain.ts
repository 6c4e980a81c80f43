import type * as contract from '#contract/channel-removal.ts'
import type { Domain } from '#server/kit/domain.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { unregisterCallbacks } from './left-callbacks.ts'
import { forgetCredentials, removeChannel } from './remove.ts'

const handlers: Handlers<typeof contract> = {
  async removeChannel(ctx, { path }) {
    const changes = await removeChannel(ctx, path.channelKey)
    ctx.auditSubject(path.channelKey, changes)
    return undefined
  },
}

export const channelRemoval = { handlers, jobs: [forgetCredentials, unregisterCallbacks] } satisfies Domain
