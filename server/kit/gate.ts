import type { FastifyReply, FastifyRequest } from 'fastify'
import { denial, rules, type RuleName } from '#contract/access.ts'
import { Fault, faults } from '#contract/faults.ts'
import { onlyReads, type Call, type Input } from '#contract/kit/call.ts'
import { answerWriter, faultText } from './answer.ts'
import { writeAudit } from './audit.ts'
import { ctxIn } from './ctx-in.ts'
import type { Actor, Client, Ctx, Owner, User } from './ctx.ts'
import type { Scope, Transaction } from './db.ts'
import { faultOf } from './failure.ts'
import { httpOf } from './cookies.ts'
import type { Handler, ServeParts } from './handler.ts'
import { claimKey, fingerprintOf, keepAnswer, repeatKey } from './idempotency.ts'
import { messageLanguage } from './language.ts'
import { merchantOf } from './merchant-of.ts'
import { nobody, nobodyScope } from './nobody.ts'
import { inputSchemas, type ParsedInput, type RawInput } from './parse.ts'
import { scopeResolver } from './scope.ts'
import { bearerHash, readWho, touchSession, type Memory, type Who } from './who.ts'

/** The way of one request. The order of its steps is the design's; there is no way around it. */
export function gate(name: string, call: Call, handler: Handler<Call>, memory: Memory, parts: ServeParts) {
  const schemas = inputSchemas(call)
  const resolveScope = scopeResolver(call, parts.database)
  const answerText = answerWriter(call)
  const { who: kind } = rules[call.access]
  const readOnly = onlyReads(call)

  return async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const raw: RawInput = { path: request.params, query: request.query, body: request.body }
    const attempt: Attempt = { request, reply, raw, actor: anonymous, user: null, owner: null }
    try {
      const body =
        kind === 'anyone'
          ? await withoutSession(attempt)
          : kind === 'shopper'
            ? await asShopper(attempt)
            : await asUser(attempt)
      return send(reply, 200, body)
    } catch (error) {
      const fault = faultOf(error)
      if (fault.fault === 'internal') request.log.error({ err: error }, 'a call failed')
      await auditDenial(attempt, fault).catch((failure: unknown) =>
        request.log.error({ err: failure }, 'audit of a denial failed'),
      )
      if (faults[fault.fault].http >= 429) reply.header('Retry-After', '1')
      return send(reply, faults[fault.fault].http, faultText(call.errorKeys, fault, request.id))
    }
  }

  async function withoutSession(attempt: Attempt): Promise<string> {
    const input = schemas.parse(attempt.raw)
    await prepare(attempt, input)
    return parts.database.transaction(null, (tx) => work(attempt, tx, input, { scope: nobodyScope, owner: nobody }))
  }

  async function asShopper(attempt: Attempt): Promise<string> {
    const input = schemas.parse(attempt.raw)
    const ref = input.path['ref'] ?? ''
    const owner = await parts.database.transaction(null, (tx) => parts.ownerOfLink(tx, ref), { readOnly: true })
    if (!owner) throw new Fault('notFound')
    attempt.actor = { kind: 'shopper', id: `shopper:${ref}`, name: '' }
    attempt.owner = owner
    const scope: Scope = { merchantIds: [owner.merchantId], environment: owner.environment }
    return parts.database.transaction(scope, (tx) => work(attempt, tx, input, { scope, owner }), { readOnly })
  }

  /** Starts on what was known of the token a moment ago; it is confirmed before the commit, or all is done again. */
  async function asUser(attempt: Attempt): Promise<string> {
    const tokenHash = bearerHash(attempt.request.headers.authorization)
    // How long ago a proof was given changes by itself, so it is never judged from memory.
    const remembered = call.stepUp ? undefined : memory.recall(tokenHash)
    if (remembered) {
      const outcome = await asKnownUser(attempt, tokenHash, remembered)
      if (outcome !== changed) return outcome
      memory.forget(tokenHash)
    }
    const fresh = await readWho(parts.sessions, tokenHash)
    memory.remember(tokenHash, fresh)
    const outcome = await asKnownUser(attempt, tokenHash, fresh)
    if (outcome === changed) throw new Fault('sessionLost')
    return outcome
  }

  async function asKnownUser(attempt: Attempt, tokenHash: Buffer, known: Who): Promise<string | typeof changed> {
    attempt.user = known.user
    attempt.owner = { merchantId: known.user.merchantId, environment: known.user.environment }
    attempt.actor = { kind: 'user', id: known.user.subUserId, name: known.user.name }
    const confirming = confirm(attempt, tokenHash, known)
    const working = check(attempt, known.user, (input, where) =>
      parts.database.transaction(
        where.scope,
        async (tx) => {
          const body = await work(attempt, tx, input, where)
          if (!readOnly) await confirming
          return body
        },
        { readOnly },
      ),
    )
    const [confirmed, result] = await Promise.allSettled([confirming, working])
    // However the work went: who may not is told nothing, and what only a change of rights has made fail is hidden by it.
    if (confirmed.status === 'rejected') {
      if (confirmed.reason === changed) return changed
      throw confirmed.reason
    }
    if (result.status === 'rejected') throw result.reason
    return result.value
  }

  /** Throws `changed`, or what became of the session, unless what was known of who asks still holds. */
  async function confirm(attempt: Attempt, tokenHash: Buffer, known: Who): Promise<void> {
    const now = await readWho(parts.sessions, tokenHash, known)
    memory.remember(tokenHash, now)
    if (now.facts !== known.facts) throw changed
    if (now.stale) touchLater(attempt, known.user)
  }

  async function check(
    attempt: Attempt,
    user: User,
    next: (input: ParsedInput, where: { scope: Scope; owner: Owner }) => Promise<string>,
  ): Promise<string> {
    if (!user.emailVerified && !call.unverified) throw new Fault('emailNotVerified')
    const input = schemas.parse(attempt.raw)
    const where = await resolveScope(user, input, attempt.request.headers)
    attempt.owner = where.owner
    const why = denial(call.access as RuleName, user)
    if (why) throw new Fault('denied', { why })
    if (call.stepUp && user.provedSecondsAgo > stepUpSeconds) throw new Fault('stepUpRequired')
    await prepare(attempt, input)
    return next(input, where)
  }

  async function prepare(attempt: Attempt, input: ParsedInput): Promise<void> {
    if (typeof handler === 'function') return
    const before = {
      house: parts.house,
      user: attempt.user,
      client: clientOf(attempt.request),
      transaction: <T>(work: (tx: Transaction) => Promise<T>) => parts.database.transaction(null, work),
    }
    attempt.prepared = await handler.prepare(
      before,
      input as unknown as Input<Call>,
      httpOf(attempt.request, attempt.reply),
    )
  }

  async function work(
    attempt: Attempt,
    tx: Transaction,
    input: ParsedInput,
    where: { scope: Scope; owner: Owner },
  ): Promise<string> {
    const { request } = attempt
    const key = repeatKey(call, request.headers['idempotency-key'])
    let objectRef = input.path['ref'] ?? input.path['uuid'] ?? ''
    const ctx = ctxIn(tx, parts, where, {
      requestId: request.id,
      actor: attempt.actor,
      user: attempt.user,
      client: clientOf(request),
      about: (ref) => (objectRef = ref),
    })
    if (call.signed) void merchantOf(ctx, attempt.user?.merchantId)
    if (key) {
      const claimed = await claimKey(ctx, { key, operation: name, fingerprint: fingerprintOf(name, attempt.raw) })
      if (claimed) {
        attempt.reply.header('Idempotent-Replayed', 'true')
        return claimed.replay
      }
    }
    const typed = input as unknown as Input<Call>
    const http = httpOf(attempt.request, attempt.reply)
    const content =
      typeof handler === 'function' ? handler(ctx, typed, http) : handler.handle(ctx, typed, http, attempt.prepared)
    const body = answerText(await content)
    if (key) keepAnswer(ctx, key, body)
    if (call.audit) writeAudit(ctx, { action: call.audit, objectRef, result: 'done' })
    return body
  }

  /** Writes down that the session is in use; losing one such note only makes the next one do it. */
  function touchLater(attempt: Attempt, user: User): void {
    const scope: Scope = { merchantIds: [user.merchantId], environment: user.environment }
    parts.database
      .transaction(scope, (tx) => touchSession(tx, user))
      .catch((error: unknown) => attempt.request.log.warn({ err: error }, 'session not touched'))
  }

  /** Who tried what they may not; reads that find nothing are not attempts. */
  async function auditDenial(attempt: Attempt, fault: Fault): Promise<void> {
    const { user, owner } = attempt
    const status = faults[fault.fault].http
    const foreign = fault.why !== undefined && status === 404
    if (!user || !owner || !(status === 403 || foreign || (status === 404 && call.audit))) return
    const own = { merchantId: user.merchantId, environment: user.environment }
    await parts.database.transaction({ merchantIds: [own.merchantId], environment: own.environment }, async (tx) =>
      writeAudit(
        {
          ...({ db: tx.db, tx, owner: own, user, actor: attempt.actor, now: parts.now() } as Ctx),
          requestId: attempt.request.id,
          client: clientOf(attempt.request),
        },
        { action: call.audit ?? name, objectRef: '', result: 'denied', why: fault.why ?? fault.fault },
      ),
    )
  }
}

interface Attempt {
  request: FastifyRequest
  reply: FastifyReply
  raw: RawInput
  actor: Actor
  user: User | null
  owner: Owner | null
  prepared?: unknown
}
const changed = Symbol('the session is not what it was')
const stepUpSeconds = 300
const anonymous: Actor = { kind: 'system', id: null, name: '' }

const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
  language: messageLanguage(request.headers['accept-language']),
})

function send(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).header('Cache-Control', 'no-store').type('application/json; charset=utf-8').send(body)
}
