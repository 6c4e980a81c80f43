import type { FastifyInstance } from 'fastify'
import { catalogueEntry } from '#contract/channel-catalogue.ts'
import { Fault } from '#contract/faults.ts'
import { environments, type Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { channelOf } from '#server/channels/channel.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { base } from '#server/kit/http/serve.ts'
import { receiveCallback } from '#server/payments/callbacks.ts'
import type { Callback } from '#server/providers/provider.ts'
import { askJob } from './ask-job.ts'
import { caseIn } from './ask-partner.ts'
import { findCase } from './queries.ts'

/**
 * The route for call-backs to the operator's partner account, which a provider sends for all merchants that it onboarded: about
 * their accounts, which are then asked about, and about their payments. The account names the merchants; the payment has to be
 * one of a channel that this account was connected as.
 */
export async function partnerCallbackRoute(app: FastifyInstance, parts: ServeParts): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: limits.bodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { channel: string; environment: string } }>(
      `${base}/api/callbacks/partner/:channel/:environment`,
      { config: { rate: 'unlimited', call: 'partnerCallback', priority: 'money' } },
      async (request, reply) => {
        const { channel, environment } = request.params
        const entry = catalogueEntry(channel)
        if (!entry?.provider || !isEnvironment(environment)) throw new Fault('notFound')
        const provider = parts.services.provider(entry.provider, {}, environment)
        if (!provider.onboarding) throw new Fault('notFound')
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        )
        const body = typeof request.body === 'string' ? request.body : ''
        // The provider may have to be asked for a certificate: no transaction is open meanwhile.
        const told = await provider.verifyCallback({ headers, body, now: parts.now() })
        if (told.kind === 'forged') throw new Fault('notFound', { why: `a forged call-back: ${told.why}` })
        const actor = { kind: 'provider', id: channel, name: '' } as const
        for (const owner of await ownersOf(parts, { channel, environment, told })) {
          const work = (ctx: Ctx) => receive(ctx, { channel, told, body })
          if (await ownTransaction(parts, owner, { requestId: request.id, actor }, work)) break
        }
        return reply.send({ received: true })
      },
    )
  })
}

const isEnvironment = (text: string): text is Environment => (environments as readonly string[]).includes(text)

/** The merchants that were onboarded with the account, or by the key, that a call-back names. */
async function ownersOf(
  { database }: ServeParts,
  { channel, environment, told }: { channel: string; environment: Environment; told: Callback },
): Promise<Owner[]> {
  if (!isOfOnboarded(told)) return []
  const onboarding = told.kind === 'account' ? caseIn(told.onboardingKey) : ''
  const found = await database.transaction(
    null,
    (tx) =>
      tx.query<{ merchant_id: string }>('select merchant_id from find_onboarding($1, $2, $3, $4)', [
        channel,
        environment,
        onboarding,
        told.accountRef ?? '',
      ]),
    { readOnly: true },
  )
  return found.map(({ merchant_id }) => ({ merchantId: merchant_id, environment }))
}

/** Processes a call-back as one of these merchants; true when it was about a payment of this one. */
async function receive(
  ctx: Ctx,
  { channel: catalogueKey, told, body }: { channel: string; told: Callback; body: string },
): Promise<boolean> {
  if (told.kind === 'account') {
    ctx.enqueue(askJob, { catalogueKey, chain: '' })
    return false
  }
  const connectedAs = (await findCase(ctx, catalogueKey))?.connected_as
  if (!isOfOnboarded(told) || !connectedAs) return false
  const channel = await channelOf(ctx, connectedAs)
  return (await receiveCallback(ctx, { channel, told, body })) === null
}

/** Partner accounts take payments alone. */
const isOfOnboarded = (told: Callback): told is Exclude<Callback, { kind: (typeof notOfOnboarded)[number] }> =>
  !(notOfOnboarded as readonly string[]).includes(told.kind)
const notOfOnboarded = ['forged', 'ignored', 'mandate', 'payout', 'deposit', 'remittance', 'settlement'] as const
