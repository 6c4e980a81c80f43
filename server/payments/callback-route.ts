import type { FastifyInstance } from 'fastify'
import { Fault } from '#contract/faults.ts'
import { environments, type Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { channelOf } from '#server/channels/channel.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { base } from '#server/kit/http/serve.ts'
import { createLru } from '#server/kit/process/lru.ts'
import type { DepositCallback, PayoutCallback } from '#server/providers/payouts.ts'
import type { Received } from '#server/providers/payouts.ts'
import type { Callback } from '#server/providers/provider.ts'
import type { RemittanceCallback, SettlementCallback } from '#server/providers/remittances.ts'
import { receiveCallback } from './callbacks.ts'

/**
 * The route for providers' call-backs. It is not a call of the contract: a request has no session and no schema of ours,
 * only the provider's signature over its bytes. The path names the channel whose credentials must verify it. A forged, old or
 * foreign call-back is `notFound`; one that is the provider's and not about us is answered and kept nowhere.
 */
export async function callbackRoute(app: FastifyInstance, parts: ServeParts): Promise<void> {
  const ownerOf = ownersOfChannels(parts)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: limits.bodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { channel: string; merchant: string; environment: string } }>(
      `${base}/api/callbacks/:channel/:merchant/:environment`,
      { config: { rate: 'unlimited', call: 'providerCallback', priority: 'money' } },
      async (request, reply) => {
        const { channel: channelKey, merchant, environment } = request.params
        const owner = await ownerOf(channelKey, merchant, environment)
        if (!owner) throw new Fault('notFound')
        request.merchantId = owner.merchantId
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        )
        const body = typeof request.body === 'string' ? request.body : ''
        const actor = { kind: 'provider', id: channelKey, name: '' } as const
        const inOwn = <T>(work: (ctx: Ctx) => Promise<T>) =>
          ownTransaction(parts, owner, { requestId: request.id, actor }, work)
        const channel = await inOwn((ctx) => channelOf(ctx, channelKey))
        // The provider may have to be asked for a certificate: no transaction is open meanwhile.
        const provider = parts.services.provider(channel.provider, channel.credentials, channel.environment)
        const told = await provider.verifyCallback({ headers, body, now: parts.now() })
        if (told.kind === 'forged') throw new Fault('notFound', { why: `a forged call-back: ${told.why}` })
        const ignored =
          told.kind === 'ignored'
            ? told.why
            : told.kind === 'account'
              ? 'an account that this channel is not the partner of'
              : told.kind === 'mandate'
                ? await inOwn((ctx) => receiveMandate(ctx, { channelKey, key: told.key }))
                : isOfAnother(told)
                  ? await inOwn((ctx) => receiveOfAnother(ctx, { channelKey, told, body }))
                  : await inOwn((ctx) => receiveCallback(ctx, { channel, told, body }))
        if (ignored !== null) request.log.debug({ channel: channelKey, why: ignored }, 'a call-back was ignored')
        return reply.send({ received: true })
      },
    )
  })
}

/** Has the kind that keeps mandates take a call-back about one. */
const receiveMandate = async (ctx: Ctx, told: { channelKey: string; key: string }): Promise<string | null> =>
  (await ctx.services.payables.find((payable) => payable.receiveMandate)?.receiveMandate?.(ctx, told)) ?? null

type OfAnother = PayoutCallback | DepositCallback | RemittanceCallback | SettlementCallback
const isOfAnother = (told: Callback): told is OfAnother =>
  told.kind === 'payout' || told.kind === 'deposit' || told.kind === 'remittance' || told.kind === 'settlement'

/** Has the domain of what a call-back is about take it. */
async function receiveOfAnother(ctx: Ctx, { channelKey, told, body }: Received<OfAnother>): Promise<string | null> {
  const { payout, deposit, remittance, settlement } = ctx.services.callbackReceivers
  const from = { channelKey, body }
  if (told.kind === 'payout') return (await payout?.(ctx, { ...from, told })) ?? null
  if (told.kind === 'deposit') return (await deposit?.(ctx, { ...from, told })) ?? null
  if (told.kind === 'remittance') return (await remittance?.(ctx, { ...from, told })) ?? null
  return (await settlement?.(ctx, { ...from, told })) ?? null
}

type OwnerOf = (channel: string, merchant: string, environment: string) => Promise<Owner | null>

/**
 * Whose the channels are that addresses name. A channel is never deleted and stays its merchant's, so each is looked up once:
 * a flood of forged call-backs costs the one transaction that reads the credentials.
 */
function ownersOfChannels({ database }: ServeParts): OwnerOf {
  const known = createLru<Owner>()
  return async (channel, merchant, environment) => {
    const isName = (text: string) => /^[\w-]{1,64}$/.test(text)
    if (!isEnvironment(environment) || !isName(channel) || !isName(merchant)) return null
    const address = `${environment}/${merchant}/${channel}`
    const before = known.recall(address)
    if (before) return before
    const [found] = await database.transaction(
      null,
      (tx) =>
        tx.query<{ merchant_id: string }>('select merchant_id from find_channel($1, $2, $3)', [
          merchant,
          environment,
          channel,
        ]),
      { readOnly: true },
    )
    if (!found) return null
    const owner = { merchantId: found.merchant_id, environment }
    known.remember(address, owner)
    return owner
  }
}

const isEnvironment = (text: string): text is Environment => (environments as readonly string[]).includes(text)
