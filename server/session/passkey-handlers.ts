import * as contract from '#contract/passkey-sign-in.ts'
import { signInOptions } from '#server/factors/passkey-sign-in.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { findRemembered } from '#server/session-store/remembered.ts'
import { openedBy } from './finish-sign-in.ts'
import { provePasskey, takePasskey } from './prove-passkey.ts'

export const passkeyHandlers: Handlers<typeof contract> = {
  askPasskey: (ctx, _input, http) => signInOptions(ctx, http),

  signInWithPasskey: prepared(contract.signInWithPasskey, {
    prepare: (before, { body }, http) => provePasskey(before, http, body.passkey),
    async handle(ctx, _input, http, proven) {
      const greeted = await findRemembered(ctx.tx, http.remembered)
      const environment = greeted?.subUserId === proven.subUserId ? greeted.environment : 'sandbox'
      const own = await ctx.enter({ merchantId: proven.merchantId, environment })
      await takePasskey(own, proven)
      const wishes = { environment, remember: false, ssoProof: null }
      return openedBy(own, http, proven, { ...wishes, secondFactor: 'passkey' })
    },
  }),
}
