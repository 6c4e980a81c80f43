import { createHash, timingSafeEqual } from 'node:crypto'
import * as contract from '#contract/auth-tokens.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { createPaymentLink } from '#contract/payment-links.ts'
import { signedParams } from '#contract/kit/signed-params.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { serverActor } from '#server/kit/auth/merchant-server.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { signingKey } from '#server/kit/auth/signed.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { findSigningMerchant, goodSecrets } from '#server/kit/auth/signing-merchant.ts'
import { prepared, type Before, type Handlers } from '#server/kit/handler.ts'
import { createRateLimit } from '#server/kit/http/rate-limit.ts'
import { insertAuthToken } from './queries.ts'

export const handlers: Handlers<typeof contract> = {
  createAuthToken: prepared(contract.createAuthToken, {
    prepare: (before, { body }) => {
      const { portone_key: key, portone_secret: secret } = body
      if (key === undefined) throw required('portone_key')
      if (secret === undefined) throw required('portone_secret')
      return tokenFor(before, { key, secret })
    },
    handle: async (_ctx, _input, _http, token: string) => ({ token, expires_in: limits.authTokenSeconds }),
  }),

  async generateSignature(ctx, { body }) {
    const [key, merchant] = await Promise.all([signingKey(ctx), merchantOf(ctx)])
    return { signature: sign(signedParams(createPaymentLink, body, merchant.key), key) }
  },
}

const required = (path: string) => fieldFault('invalidRequest', path, 'required', 'This is needed.')

/**
 * A token for a key and its secret. An unknown key takes as long as a wrong secret. Throws `tooFast` after five failures of an
 * address in a minute.
 */
async function tokenFor(before: Before, given: { key: string; secret: string }): Promise<string> {
  const { client, now, services } = before
  if (!failures.has(client.address, now)) throw new Fault('tooFast')
  const merchant = await before.transaction((tx) => findSigningMerchant(tx, given.key))
  const secrets = merchant ? goodSecrets(services.master, merchant).map(({ secret }) => secret) : ['']
  // Of equal length, and compared also where there is no merchant.
  const [right] = secrets.filter((secret) => timingSafeEqual(digest(given.secret), digest(secret)))
  if (right === undefined || !merchant) {
    failures.take(client.address, now)
    throw new Fault(merchant ? 'secretWrong' : 'merchantUnknown')
  }
  return before.apart({ merchantId: merchant.merchant_id, environment: 'sandbox' }, async (ctx) => {
    const token = await insertAuthToken(ctx, right)
    const own = ctx.with({ actor: serverActor(null) })
    writeAudit(own, { action: 'merchant.auth-token', objectRef: merchant.merchant_id, result: 'done' })
    return token
  })
}
const failures = createRateLimit({ most: limits.authTokenFailuresPerMinute, windowMs: 60_000 })
const digest = (text: string) => createHash('sha256').update(text).digest()
