import type * as contract from '#contract/signature-checks.ts'
import { environments } from '#contract/kit/wire.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { signedObjects } from '#contract/signed-objects.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { sessionSigningKey } from '#server/kit/auth/session-key.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { createRateLimit } from '#server/kit/http/rate-limit.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { everySecret } from '#server/webhooks/secret.ts'
import { explain, type Candidate } from './explain.ts'
import { explainHeaders } from './explain-headers.ts'
import { explainToken } from './explain-token.ts'

export const handlers: Handlers<typeof contract> = {
  async checkSignature(ctx, { body }) {
    const { object, text, signature, webhook_id: id = '', webhook_timestamp: timestamp = '' } = body
    if (!checks.take(ctx.user?.subUserId ?? ctx.owner.merchantId, ctx.now)) throw new Fault('tooFast')
    const { clientKey, secure, merchant, others } = await secretsOf(ctx)
    const result =
      object === 'webhook_headers'
        ? explainHeaders({ body: text, signatures: signature, id, timestamp, right: secure, wrong: [...merchant, ...others], now: ctx.now }) // prettier-ignore
        : object === 'token'
          ? explainToken({ token: signature, clientKey, right: merchant, wrong: [...secure, ...others], now: ctx.now })
          : explain({
              text,
              signature,
              names: signedObjects[object],
              clientKey,
              right: merchant,
              wrong: [...secure, ...others],
            })
    const causes = result.causes.map(({ cause }) => cause).join(', ')
    ctx.auditSubject(ctx.owner.merchantId, madeAs({ object, match: result.match, ...(causes && { causes }) }))
    return result
  },
}
const checks = createRateLimit({ most: limits.signatureChecksPerMinute, windowMs: 60_000 })

/** The secrets that a signature of this merchant may have been made with. */
async function secretsOf(ctx: Ctx) {
  const { environment } = ctx.owner
  const [{ key: clientKey, secret }, here] = await Promise.all([merchantSecret(ctx), everySecret(ctx)])
  const there = environments.find((one) => one !== environment) ?? environment
  const elsewhere = await everySecret(await ctx.enter({ ...ctx.owner, environment: there }))
  await ctx.enter(ctx.owner)
  const secure = here.filter(({ good }) => good).map((one): Candidate => ({ secret: 'secure', key: one.secret }))
  const others: Candidate[] = [
    ...here.filter(({ good }) => !good).map((one): Candidate => ({ secret: 'old_secure', key: one.secret })),
    ...elsewhere.map((one): Candidate => ({ secret: 'other_environment', key: one.secret })),
    ...(ctx.user
      ? [{ secret: 'session' as const, key: sessionSigningKey(secret, ctx.user.sessionId, environment) }]
      : []),
    { secret: 'client_key', key: clientKey },
    ...['\n', ' ', '\r\n'].map((space): Candidate => ({ secret: 'spaced_merchant', key: secret + space })),
  ]
  return { clientKey, merchant: [{ secret: 'merchant', key: secret }] satisfies Candidate[], secure, others }
}
