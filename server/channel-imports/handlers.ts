import * as contract from '#contract/channel-imports.ts'
import { listConnected } from '#server/channels/connections.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { askSource, importPlanned, plan } from './import-channels.ts'
import { shownImportable } from './importable.ts'

export const handlers: Handlers<typeof contract> = {
  listImportable: prepared(contract.listImportable, {
    prepare: (before) => askSource(before),
    async handle(ctx, _input, _http, found) {
      const rows = await listConnected(ctx)
      const channels = await Promise.all((found ?? []).map((source) => shownImportable(ctx, source, rows)))
      return { is_set_up: found !== null, channels }
    },
  }),

  importChannels: prepared(contract.importChannels, {
    prepare: (before, { body }) => plan(before, body.channels),
    handle: (ctx, _input, _http, planned) => importPlanned(ctx, planned),
  }),
}
