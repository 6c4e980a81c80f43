import { denialByAll, flagDenial, type RuleName } from '#contract/access.ts'
import { Fault, faults } from '#contract/faults.ts'
import type { Call, Method } from '#contract/kit/call.ts'
import { rulesOf } from '#contract/kit/call-facts.ts'
import type { Owner, User } from '#server/kit/ctx.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { checkScope } from '#server/kit/auth/check-scope.ts'
import { serverActor, type MerchantServer } from '#server/kit/auth/merchant-server.ts'
import { keyIn, type scopeResolver, type Where } from '#server/kit/auth/scope.ts'
import type { inputSchemas, ParsedInput } from './parse.ts'
import type { RequestContext } from './request-context.ts'

/** What the API log tells of a call that a merchant's server makes. */
export interface ServerCall {
  owner: Owner
  /** By what the server proved itself, and that as people read it. */
  credentialId: string
  credential: string
  method: Method
  /** As declared, without values. */
  route: string
  reason: string
  /** More than the answer says, for those who build the integration. */
  why: string
}
declare module 'fastify' {
  interface FastifyRequest {
    /** Null unless a merchant's server has proved itself. */
    serverCall: ServerCall | null
  }
}

/** A server's request, where it is allowed, and by whose rights the server reads the columns of a file. */
interface Entered {
  input: ParsedInput
  where: Where
  reader: Pick<User, 'roles' | 'flags'>
}

/** Notes how a call ended, for the API log. */
export function noteEnd({ request: { serverCall } }: Pick<RequestContext, 'request'>, fault?: Fault): void {
  if (!serverCall) return
  serverCall.reason = fault ? serverCall.why || faults[fault.fault].reason : 'SUCCESS'
  if (fault?.fault === 'invalidSignature') serverCall.why = fault.why ?? ''
}

/** A server that has proved itself, and whose key has the call's scope; its request is not read yet. */
type Admitted = Pick<MerchantServer, 'merchantId' | 'merchantKey' | 'flags' | 'environment' | 'key'>

/**
 * Lets a merchant's server in, which acts for its own merchant only; the merchant is read anew for each request. Rejects for one
 * that may not make the call. An upload is read between the two steps.
 */
export function serverEntry(
  call: Call,
  parts: Pick<ServeParts, 'servers' | 'signers'>,
  schemas: ReturnType<typeof inputSchemas>,
  resolveScope: ReturnType<typeof scopeResolver>,
) {
  async function admit(context: RequestContext): Promise<Admitted> {
    const { request } = context
    const { environment: stated, key, refused, credential, ...server } = await serverOf(context)
    context.actor = serverActor(key)
    const owner: Owner = { merchantId: server.merchantId, environment: stated ?? 'sandbox' }
    request.serverCall = {
      owner,
      credentialId: credential,
      credential: key ? key.name : '',
      method: call.method,
      route: call.path,
      reason: '',
      why: refused ?? '',
    }
    if (refused) throw new Fault('serverTokenInvalid')
    if (key) {
      context.owner = owner
      checkScope(call, key)
    }
    return { environment: stated, key, ...server }
  }

  async function enter(context: RequestContext, admitted: Admitted): Promise<Entered> {
    const { environment: stated, key, ...server } = admitted
    const { request } = context
    const input = key ? schemas.parseUnsigned(context.raw) : schemas.parse(context.raw)
    const named = [stated, input.query['environment'], input.body['environment']].find((name) => name) as
      | Owner['environment']
      | undefined
    const environment = named ?? 'sandbox'
    context.owner = { merchantId: server.merchantId, environment }
    if (request.serverCall) request.serverCall.owner = { ...context.owner, environment: stated ?? environment }
    // A master's users may act for its sub-merchants; its server may not.
    const caller = { ...server, flags: { ...server.flags, master: false }, subUserId: '', environment }
    const where = await resolveScope(caller, input, request.headers)
    const why = key
      ? denialByAll(rulesOf(call), { roles: key.makerRoles, flags: server.flags })
      : flagDenial(call.access as RuleName, server.flags)
    if (why) throw new Fault('denied', { why })
    if (environment === 'live' && !server.flags.onboarded) throw new Fault('denied', { why: 'not_onboarded' })
    // Whoever has the merchant's secret reads what an administrator does.
    return { input, where, reader: { roles: key ? [...key.makerRoles] : ['admin'], flags: server.flags } }
  }

  /** A request without a token is its merchant's server's by its signature. Without a merchant's key it is nobody's. */
  function serverOf({ request: { headers, ip }, raw }: RequestContext): Promise<MerchantServer> {
    if (headers.authorization !== undefined) return parts.servers(headers.authorization, ip)
    const { body } = schemas.parse(raw)
    const key = keyIn(headers, body)
    if (key === undefined) throw new Fault('sessionLost')
    return parts.signers(call, key, body)
  }
  return { admit, enter }
}
