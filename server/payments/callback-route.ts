import type { FastifyInstance } from 'fastify'
import { Fault } from '#contract/faults.ts'
import { environments, type Environment } from '#contract/kit/wire.ts'
import type { Owner } from '#server/kit/ctx.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { base } from '#server/kit/http/serve.ts'
import { receiveCallback } from './callbacks.ts'

/**
 * The route for providers' call-backs. It is not a call of the contract: a request has no session and no schema of ours,
 * only the provider's signature over its bytes. The path names the channel whose credentials must verify it.
 */
export async function callbackRoute(app: FastifyInstance, parts: ServeParts): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post<{ Params: { channel: string; merchant: string; environment: string } }>(
      `${base}/api/callbacks/:channel/:merchant/:environment`,
      { config: { rate: 'unlimited', call: 'providerCallback', priority: 'money' } },
      async (request, reply) => {
        const { channel, merchant, environment } = request.params
        const owner = await ownerOfChannel(parts, channel, merchant, environment)
        if (!owner) throw new Fault('notFound')
        request.merchantId = owner.merchantId
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        )
        const actor = { kind: 'provider', id: channel, name: '' } as const
        await ownTransaction(parts, owner, { requestId: request.id, actor }, (ctx) =>
          receiveCallback(ctx, {
            channelKey: channel,
            headers,
            body: typeof request.body === 'string' ? request.body : '',
          }),
        )
        return reply.send({ received: true })
      },
    )
  })
}

async function ownerOfChannel(
  parts: ServeParts,
  channel: string,
  merchant: string,
  environment: string,
): Promise<Owner | null> {
  if (
    !(environments as readonly string[]).includes(environment) ||
    !/^[\w-]{1,64}$/.test(channel) ||
    !/^[\w-]{1,64}$/.test(merchant)
  )
    return null
  const [found] = await parts.database.transaction(
    null,
    (tx) =>
      tx.query<{ merchant_id: string }>('select merchant_id from find_channel($1, $2, $3)', [
        merchant,
        environment,
        channel,
      ]),
    { readOnly: true },
  )
  return found ? { merchantId: found.merchant_id, environment: environment as Environment } : null
}
