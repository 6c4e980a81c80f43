import * as contract from '#contract/server-connections.ts'
import { checkNew, connect, type Wanted } from '#server/channels/add.ts'
import { shownConnection } from '#server/channels/shown.ts'
import { changeChannel, checkChanged } from '#server/channels/update.ts'
import { connectionsOf } from '#server/channels/visible.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { createWebhook, shownWebhooks } from '#server/webhooks/create.ts'

export const handlers: Handlers<typeof contract> = {
  createWebhookByServer: (ctx, { body }) => createWebhook(ctx, body),
  listWebhooksByServer: (ctx) => shownWebhooks(ctx),

  addChannelByServer: prepared(contract.addChannelByServer, {
    prepare: (before, { path, body }) => checkNew(before, path.pckey, body),
    async handle(ctx, _input, _http, wanted: Wanted) {
      const { channelKey, changes } = await connect(ctx, wanted)
      ctx.auditSubject(channelKey, changes)
      return maskedOf(ctx, channelKey)
    },
  }),

  updateChannelByServer: prepared(contract.updateChannelByServer, {
    prepare: (before, { path, body }) => checkChanged(before, path.pckey, body),
    async handle(ctx, { path, body }, _http, fresh: Awaited<ReturnType<typeof checkChanged>>) {
      ctx.auditSubject(path.pckey, await changeChannel(ctx, path.pckey, body, fresh))
      return maskedOf(ctx, path.pckey)
    },
  }),

  listConnectionsByServer: (ctx, { path, query }) => connectionsOf(ctx, path.pckey, query.payType),
}

async function maskedOf(ctx: Ctx, channelKey: string) {
  const { key, creds } = await shownConnection(ctx, channelKey)
  return { MerchantUUID: ctx.owner.merchantId, PaymentChannelKey: key, maskedData: creds }
}
