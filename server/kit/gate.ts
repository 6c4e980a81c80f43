import type { FastifyReply, FastifyRequest } from 'fastify'
import { denial, flagDenial, rules, type RuleName } from '#contract/access.ts'
import { Fault, faults } from '#contract/faults.ts'
import { merchantParams, onlyReads, type Call, type Input } from '#contract/kit/call.ts'
import { answerWriter, faultText } from './answer.ts'
import { attemptOf, clientOf, send, type Attempt } from './attempt.ts'
import { auditApart, writeAudit, type AuditEvent } from './audit.ts'
import { httpOf } from './cookies.ts'
import { ctxIn } from './ctx-in.ts'
import type { Changes, Owner, User } from './ctx.ts'
import type { Scope, Transaction } from './db.ts'
import type { ExportOf } from './export-of.ts'
import { beginExport, sendExport, type Export } from './export.ts'
import { faultOf } from './failure.ts'
import type { Before, Handler, ServeParts } from './handler.ts'
import { claimKey, fingerprintOf, keepAnswer, repeatKey } from './idempotency.ts'
import { merchantOf } from './merchant-of.ts'
import { bringsServerToken, serverActor } from './merchant-server.ts'
import { enqueueIn } from './new-job.ts'
import { nobody, nobodyScope } from './nobody.ts'
import { inputSchemas, type ParsedInput } from './parse.ts'
import { scopeResolver, type Where } from './scope.ts'
import { readUpload } from './upload.ts'
import { sessionConfirmer } from './session-confirmer.ts'
import { bearerHash, readWho, sessionsIn, type Memory } from './who.ts'

/** The way of one request. The order of its steps is the design's; there is no way around it. */
export function gate(name: string, call: Call, handler: Handler<Call>, memory: Memory, parts: ServeParts) {
  const schemas = inputSchemas(call)
  const resolveScope = scopeResolver(call, parts.database)
  const answerText = answerWriter(call)
  const isExport = call.answer.form === 'spreadsheet'
  const { who: kind } = rules[call.access]
  const readOnly = onlyReads(call) && !call.sensitive
  // What is prepared stays done when the rest is rolled back, so it is not done on a guess of who asks.
  const fromMemory = !call.stepUp && !isExport && !('prepare' in handler)
  const asSession = sessionConfirmer({ parts, memory, fromMemory })

  return async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const attempt = attemptOf(request, reply)
    try {
      const body = await wayOf(request)(attempt)
      if (reply.sent) return reply
      return typeof body === 'string' ? send(reply, 200, body) : sendExport(reply, body)
    } catch (error) {
      const fault = faultOf(error)
      // Its answer, that it took too long, is on its way.
      if (reply.sent) return reply
      if (fault.fault === 'internal') request.log.error({ err: error }, 'a call failed')
      await auditDenial(attempt, fault).catch((failure: unknown) =>
        request.log.error({ err: failure }, 'audit of a denial failed'),
      )
      if (faults[fault.fault].http >= 429) reply.header('Retry-After', '1')
      return send(reply, faults[fault.fault].http, faultText(call.errorKeys, fault, request.id))
    }
  }

  function wayOf({ headers }: FastifyRequest): (attempt: Attempt) => Promise<string | Export> {
    if (kind === 'anyone') return call.orUser && headers.authorization ? asUser : withoutSession
    if (kind === 'shopper') return asShopper
    if (call.server && bringsServerToken(headers.authorization)) return asServer
    return call.file ? withFile : asUser
  }

  async function withoutSession(attempt: Attempt): Promise<string> {
    const input = schemas.parse(attempt.raw)
    await prepare(attempt, input)
    return parts.database.transaction(null, (tx) =>
      work(attempt, tx, input, { scope: nobodyScope, owner: nobody, merchants: null }),
    )
  }

  async function asShopper(attempt: Attempt): Promise<string> {
    const input = schemas.parse(attempt.raw)
    const ref = input.path['ref'] ?? ''
    const owner = await parts.ownerOfLink(ref)
    if (!owner) throw new Fault('notFound')
    attempt.request.merchantId = owner.merchantId
    attempt.actor = { kind: 'shopper', id: `shopper:${ref}`, name: '' }
    attempt.owner = owner
    const scope: Scope = { merchantIds: [owner.merchantId], environment: owner.environment }
    const where = { scope, owner, merchants: null }
    return parts.database.transaction(scope, (tx) => work(attempt, tx, input, where), { readOnly })
  }

  /** A merchant's server acts for its own merchant alone, by what its token says; read anew for each request. */
  async function asServer(attempt: Attempt): Promise<string> {
    const { environment: stated, ...server } = await parts.servers(attempt.request.headers.authorization)
    const input = schemas.parse(attempt.raw)
    const named = [stated, input.query['environment'], input.body['environment']].find((name) => name) as
      | Owner['environment']
      | undefined
    const environment = named ?? 'sandbox'
    attempt.actor = serverActor
    attempt.owner = { merchantId: server.merchantId, environment }
    // A master's people act for others, its server does not.
    const caller = { ...server, flags: { ...server.flags, master: false }, subUserId: '', environment }
    const where = await resolveScope(caller, input, attempt.request.headers)
    const why = flagDenial(call.access as RuleName, server.flags)
    if (why) throw new Fault('denied', { why })
    if (environment === 'live' && !server.flags.onboarded) throw new Fault('denied', { why: 'not_onboarded' })
    await prepare(attempt, input)
    return parts.database.transaction(where.scope, (tx) => work(attempt, tx, input, where), { readOnly })
  }

  /** A file is read only for who may bring it, a few at once; it is gone when the answer is there. */
  async function withFile(attempt: Attempt): Promise<string | Export> {
    const { user } = await readWho(parts.sessions, bearerHash(attempt.request.headers.authorization))
    nameUser(attempt, user)
    await mayCall(attempt, user, schemas.parseAddress(attempt.raw))
    return parts.uploads.pass(async () => {
      if (!call.file) throw new Error('a call without a file')
      const { fields, file } = await readUpload(attempt.request, call.file)
      attempt.raw = { ...attempt.raw, body: fields, file }
      try {
        return await asUser(attempt)
      } finally {
        await file.discard()
      }
    })
  }

  function asUser(attempt: Attempt): Promise<string | Export> {
    return asSession<string | Export>(attempt, {
      work(user, confirm) {
        if (readOnly || isExport) void confirm()
        return check<string | Export>(attempt, user, (input, where) => {
          if (isExport) return exportIn(attempt, user, input, where)
          const { scope } = where
          if (readOnly) return parts.database.transaction(scope, (tx) => work(attempt, tx, input, where), { readOnly })
          return parts.database.transaction(scope, async (tx) => {
            // Goes with what is asked first.
            const confirming = confirm(sessionsIn(tx))
            const body = await work(attempt, tx, input, where)
            await confirming
            return body
          })
        })
      },
      undo: (answer) => void (typeof answer !== 'string' && answer.content.destroy()),
    })
  }

  async function check<Answered>(
    attempt: Attempt,
    user: User,
    next: (input: ParsedInput, where: Where) => Promise<Answered>,
  ): Promise<Answered> {
    nameUser(attempt, user)
    const input = schemas.parse(attempt.raw)
    const where = await mayCall(attempt, user, input)
    await prepare(attempt, input)
    return next(input, where)
  }

  /** Whoever asks is known before anything may go wrong. */
  function nameUser(attempt: Attempt, user: User): void {
    attempt.user = user
    attempt.owner = { merchantId: user.merchantId, environment: user.environment }
    attempt.actor = { kind: 'user', id: user.subUserId, name: user.name }
    if (!user.emailVerified && !call.unverified) throw new Fault('emailNotVerified')
    if (user.twoStepRequired && !user.twoStep && !call.beforeTwoStep) throw new Fault('twoStepRequired')
  }

  async function mayCall(attempt: Attempt, user: User, input: ParsedInput): Promise<Where> {
    const where = await resolveScope(user, input, attempt.request.headers)
    attempt.owner = where.owner
    attempt.request.merchantId = where.owner.merchantId
    const why = denial(call.access as RuleName, user)
    if (why) throw new Fault('denied', { why })
    if (user.viewingAs && !onlyReads(call) && !call.whileViewing) throw new Fault('viewingAs')
    if (call.stepUp && user.provedSecondsAgo > stepUpSeconds) throw new Fault('stepUpRequired')
    return where
  }

  async function prepare(attempt: Attempt, input: ParsedInput): Promise<void> {
    if (!('prepare' in handler)) return
    attempt.prepared = await handler.prepare(
      before(attempt),
      input as unknown as Input<Call>,
      httpOf(attempt.request, attempt.reply),
    )
  }

  function before({ request, actor, user }: Attempt): Before {
    const client = clientOf(request)
    return {
      house: parts.house,
      now: parts.now(),
      enqueueIn: (tx, owner) => enqueueIn(tx, owner, request.id),
      user,
      client,
      transaction: (inside) => parts.database.transaction(null, inside),
      apart(owner, inside) {
        const scope: Scope = { merchantIds: [owner.merchantId], environment: owner.environment }
        const asked = { requestId: request.id, actor, user, client, about: () => {} }
        return parts.database.transaction(scope, (tx) => inside(ctxIn(tx, parts, { scope, owner }, asked)))
      },
    }
  }

  async function work(attempt: Attempt, tx: Transaction, input: ParsedInput, where: Where): Promise<string> {
    const { request } = attempt
    const key = repeatKey(call, request.headers['idempotency-key'])
    let about = { objectRef: objectIn(call, input.path), changes: {} as Changes }
    const ctx = ctxIn(tx, parts, where, {
      requestId: request.id,
      actor: attempt.actor,
      user: attempt.user,
      client: clientOf(request),
      about: (objectRef, changes = {}) => (about = { objectRef, changes }),
    })
    const claim = key === null ? null : { key, operation: name, fingerprint: fingerprintOf(name, attempt.raw) }
    const claiming = claim && claimKey(ctx, claim)
    if (call.signed) void merchantOf(ctx, attempt.user?.merchantId)
    const typed = input as unknown as Input<Call>
    const http = httpOf(attempt.request, attempt.reply)
    // What is asked first goes with the claim; whatever was done without the key is undone.
    const doing =
      'prepare' in handler
        ? Promise.resolve(claiming).then((kept) => kept || handler.handle(ctx, typed, http, attempt.prepared))
        : Promise.try(handler, ctx, typed, http)
    if (claiming) {
      doing.catch(() => {})
      const kept = await claiming
      if (kept) {
        tx.undo()
        attempt.reply.header('Idempotent-Replayed', 'true')
        return kept.replay
      }
    }
    const body = answerText(await doing)
    // Whoever asked has been told that it took too long: then it is not to be done.
    if (request.overdue) throw new Fault('unavailable')
    if (claim) keepAnswer(ctx, claim, body)
    if (call.audit) writeAudit(ctx, { action: call.audit, ...about, result: 'done' })
    return body
  }

  function exportIn(attempt: Attempt, user: User, input: ParsedInput, where: Where): Promise<Export> {
    const event = { action: call.audit ?? name, objectRef: '', result: 'done' } as const
    return beginExport(parts, {
      source: handler as unknown as ExportOf<unknown>,
      answer: call.answer,
      request: input.body,
      where,
      timeZone: user.timeZone,
      note: (end, why) => note(attempt, where.owner, { ...event, action: event.action + end, why }),
      log: attempt.request.log,
    })
  }

  function note({ user, actor, request }: Attempt, owner: Owner, event: AuditEvent): Promise<void> {
    const by = { user, actor, requestId: request.id, client: clientOf(request), house: parts.house }
    return auditApart(parts.database, { ...by, owner, now: parts.now() }, event)
  }

  /** Who tried what they may not; reads that find nothing are not attempts. */
  async function auditDenial(attempt: Attempt, fault: Fault): Promise<void> {
    const { user, owner } = attempt
    const status = faults[fault.fault].http
    const foreign = fault.why !== undefined && status === 404
    const known = user !== null || attempt.actor === serverActor
    if (!known || !owner || !(status === 403 || foreign || (status === 404 && call.audit))) return
    const own = user ? { merchantId: user.merchantId, environment: user.environment } : owner
    const why = fault.why ?? fault.fault
    const objectRef = objectIn(call, attempt.raw.path)
    await note(attempt, own, { action: call.audit ?? name, objectRef, result: 'denied', why })
  }
}

const stepUpSeconds = 300

/** What a path names behind the merchant, where it does; of what was refused, if it looks like a reference at all. */
function objectIn(call: Call, path: unknown): string {
  const named = path as Record<string, unknown>
  const merchants = merchantParams(call)
  const names = objectNames.filter((name) => !merchants.includes(name))
  const ref = names.map((name) => named[name]).find((value) => value !== undefined)
  return typeof ref === 'string' && /^[\w-]{1,64}$/.test(ref) ? ref : ''
}
const objectNames = ['ref', 'order_ref', 'batch_id', 'view_id', 'sub', 'sub_user_id', 'uuid', 'id']
