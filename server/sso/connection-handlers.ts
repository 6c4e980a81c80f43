import * as contract from '#contract/sso-connection.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { reachOf } from './begin.ts'
import { discover, IssuerUnusable, remarksOn } from './issuer.ts'
import { ownUser } from './own-user.ts'
import { expectUsable, removeConnection, saveConnection } from './save.ts'
import { shownSso } from './shown.ts'
import { unlinkUser } from './unlink.ts'

export const ssoConnectionHandlers: Handlers<typeof contract> = {
  async readSso(ctx) {
    ownUser(ctx)
    return shownSso(ctx)
  },

  saveSso: prepared(contract.saveSso, {
    prepare: (before, { body }) => expectUsable(before, body),
    async handle(ctx, { body }) {
      await saveConnection(ctx, ownUser(ctx), body)
      return shownSso(ctx)
    },
  }),

  async removeSso(ctx) {
    await removeConnection(ctx, ownUser(ctx))
    return undefined
  },

  testSso: prepared(contract.testSso, {
    async prepare({ services }, { body }) {
      try {
        const metadata = await discover(body.issuer, reachOf(services))
        const sign_in_at = String(metadata.authorization_endpoint)
        return { fault: null, detail: '', remarks: remarksOn(metadata), sign_in_at }
      } catch (error) {
        if (!(error instanceof IssuerUnusable)) throw error
        return { fault: error.fault, detail: error.detail, remarks: [], sign_in_at: '' }
      }
    },
    handle: async (_ctx, _input, _http, found) => found,
  }),

  async unlinkSsoOf(ctx, { path }) {
    await unlinkUser(ctx, ownUser(ctx), path.sub_user_id)
    return undefined
  },
}
