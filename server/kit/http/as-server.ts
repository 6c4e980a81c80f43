import { flagDenial, type RuleName } from '#contract/access.ts'
import { Fault } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { serverActor, type MerchantServer } from '#server/kit/auth/merchant-server.ts'
import { keyIn, type scopeResolver, type Where } from '#server/kit/auth/scope.ts'
import type { Owner } from '#server/kit/ctx.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import type { inputSchemas, ParsedInput } from './parse.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Lets a merchant's server in, which acts for its own merchant only; the merchant is read anew for each request. Rejects for one
 * that may not make the call.
 */
export function serverEntry(
  call: Call,
  parts: Pick<ServeParts, 'servers' | 'signers'>,
  schemas: ReturnType<typeof inputSchemas>,
  resolveScope: ReturnType<typeof scopeResolver>,
) {
  return async function enter(context: RequestContext): Promise<{ input: ParsedInput; where: Where }> {
    const { headers } = context.request
    const token = headers.authorization
    const found = token === undefined ? null : await parts.servers(token)
    const input = schemas.parse(context.raw)
    const { environment: stated, ...server } = found ?? (await signerOf(headers, input))
    const named = [stated, input.query['environment'], input.body['environment']].find((name) => name) as
      | Owner['environment']
      | undefined
    const environment = named ?? 'sandbox'
    context.actor = serverActor
    context.owner = { merchantId: server.merchantId, environment }
    // A master's users may act for its sub-merchants; its server may not.
    const caller = { ...server, flags: { ...server.flags, master: false }, subUserId: '', environment }
    const where = await resolveScope(caller, input, headers)
    const why = flagDenial(call.access as RuleName, server.flags)
    if (why) throw new Fault('denied', { why })
    if (environment === 'live' && !server.flags.onboarded) throw new Fault('denied', { why: 'not_onboarded' })
    return { input, where }
  }

  /** A request without a token is its merchant's server's by its signature. Without a key it is nobody's. */
  async function signerOf(
    headers: RequestContext['request']['headers'],
    { body }: ParsedInput,
  ): Promise<MerchantServer> {
    const key = keyIn(headers, body)
    if (key === undefined) throw new Fault('sessionLost')
    return parts.signers(call, key, body)
  }
}
