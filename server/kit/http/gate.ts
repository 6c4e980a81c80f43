import type { FastifyReply, FastifyRequest } from 'fastify'
import { denialByAll, rules } from '#contract/access.ts'
import { hasSecondFactor } from '#server/kit/auth/has-second-factor.ts'
import { needFreshProof } from '#server/kit/auth/step-up.ts'
import { Fault, faults } from '#contract/faults.ts'
import type { Call, Input, Output } from '#contract/kit/call.ts'
import { isFile, objectParams, onlyReads, rulesOf } from '#contract/kit/call-facts.ts'
import { answerWriter, faultText, refusalForm } from './answer.ts'
import { requestContextOf, callerOf, send, sendOn, type RequestContext } from './request-context.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { auditNotes } from './audit-notes.ts'
import { beforeIn } from './before.ts'
import { httpOf } from './cookies.ts'
import { ctxIn } from '#server/kit/ctx-in.ts'
import type { Changes, User } from '#server/kit/ctx.ts'
import { scopeOf, type Transaction } from '#server/kit/db/db.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { beginFileOf, type FileReader } from './call-file.ts'
import { sendFile, sendWorkbook, type FileBegun } from './streamed-file.ts'
import { declaredFaultOf } from './declared-fault.ts'
import { faultOf } from './error-mapping.ts'
import type { Handler, ServeParts } from '#server/kit/handler.ts'
import type { PayableRef } from '#server/payables/payable.ts'
import { claimKey, claimOf, findAnswer, keepAnswer } from './idempotency.ts'
import { noteEnd, serverEntry } from './as-server.ts'
import { bringsServerToken, refuseServer } from '#server/kit/auth/merchant-server.ts'
import { noTenant, noTenantScope } from '#server/kit/db/no-tenant.ts'
import { leaveBehind } from './left-behind.ts'
import { objectIn } from './object-in.ts'
import { inputSchemas, type ParsedInput } from './parse.ts'
import { scopeResolver, type Where } from '#server/kit/auth/scope.ts'
import { turnsOf } from './in-turn.ts'
import { signatureCheck } from '#server/kit/auth/signed.ts'
import { readUpload } from './upload.ts'
import { sessionRecheck } from '#server/kit/auth/session-recheck.ts'
import { bearerHash, lookUpSession, sessionLookupIn, type Memory } from '#server/kit/auth/session-lookup.ts'

/** Serves one request of a call. The steps run in a fixed order, and no route bypasses them. */
export function gate(name: string, call: Call, handler: Handler<Call>, memory: Memory, parts: ServeParts) {
  const schemas = inputSchemas(call)
  const resolveScope = scopeResolver(call, parts.database)
  const answerText = answerWriter(call)
  const refusal = refusalForm(call)
  const declaredFault = declaredFaultOf(name, call, parts)
  const checkSignature = signatureCheck(call, handler)
  const isExport = isFile(call.answer)
  const { who: kind } = rules[call.access]
  const readOnly = onlyReads(call) && !call.sensitive
  // The effects of `prepare` survive a rollback, so it needs a confirmed session, not a remembered one.
  const fromMemory = !call.stepUp && !isExport && !('prepare' in handler)
  // A shopper has no session: the first reference of the path determines the merchant.
  const [shopperParam = ''] = objectParams(call)
  const inTurn = turnsOf(call)
  const servers = serverEntry(call, parts, schemas, resolveScope)
  const asSession = sessionRecheck({ parts, memory, fromMemory })
  const before = beforeIn(parts)
  const { note, auditDenial } = auditNotes(name, call, parts)

  return async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const context = requestContextOf(request, reply)
    if (call.deprecated) reply.header('Deprecation', `@${Date.parse(call.deprecated) / 1000}`)
    try {
      const body = await completed(context, await wayOf(request)(context))
      noteEnd(context)
      if (reply.sent) return reply
      if (typeof body !== 'string') return sendFile(reply, body)
      if (call.answer.form === 'workbook') return sendWorkbook(reply, body)
      return call.answer.form === 'redirect' ? sendOn(reply, body) : send(reply, 200, body)
    } catch (error) {
      const fault = declaredFault(faultOf(error), request.log)
      noteEnd(context, fault)
      // The answer 503 is already on its way.
      if (reply.sent) return reply
      if (fault.fault === 'internal') request.log.error({ err: fault.cause ?? error }, 'a call failed')
      await Promise.all([auditDenial(context, fault), leaveBehind(parts.database, context, fault)]).catch(
        (failure: unknown) => request.log.error({ err: failure }, 'what a refusal leaves behind was not written'),
      )
      if (faults[fault.fault].http >= 429) reply.header('Retry-After', '1')
      return send(reply, faults[fault.fault].http, faultText(refusal, fault, request.id))
    }
  }

  /** The answer once the effect is committed, of a handler that completes it. */
  async function completed(context: RequestContext, body: string | FileBegun): Promise<string | FileBegun> {
    if (typeof body !== 'string' || !('complete' in handler)) return body
    const kept: unknown = JSON.parse(body)
    const { form } = call.answer
    const inside = (form === 'content' || form === 'data') && !call.answer.beside ? form : null
    const answer = inside ? (kept as Record<string, unknown>)[inside] : kept
    return answerText(await handler.complete(before(context), answer as Output<Call>))
  }

  function wayOf({ headers }: FastifyRequest): (context: RequestContext) => Promise<string | FileBegun> {
    if (kind === 'anyone') return call.orUser && headers.authorization ? asUser : withoutSession
    if (kind === 'shopper') return asShopper
    if (bringsServerToken(headers.authorization)) return call.server ? asServer : refuseServer
    if (call.bySignature && !headers.authorization) return asServer
    return call.file ? withFile : asUser
  }

  async function withoutSession(context: RequestContext): Promise<string> {
    const input = schemas.parse(context.raw)
    await prepare(context, input)
    return parts.database.transaction(null, (tx) =>
      work(context, tx, input, { scope: noTenantScope, owner: noTenant, merchants: null }),
    )
  }

  async function asShopper(context: RequestContext): Promise<string> {
    const input = schemas.parse(context.raw)
    const ref = input.path[shopperParam] ?? ''
    const found = await parts.findPayable(ref)
    if (!found) throw new Fault('notFound')
    context.request.merchantId = found.owner.merchantId
    context.actor = { kind: 'shopper', id: `shopper:${ref}`, name: '' }
    context.owner = found.owner
    const where = { ...found, scope: scopeOf(found.owner), merchants: null }
    const begin = () => parts.database.transaction(where.scope, (tx) => work(context, tx, input, where), { readOnly })
    return inTurn(context.request, found.payable.ref, begin)
  }

  async function asServer(context: RequestContext): Promise<string | FileBegun> {
    const admitted = await servers.admit(context)
    return received(context, async () => servedTo(context, await servers.enter(context, admitted)))
  }

  async function servedTo(
    context: RequestContext,
    { input, where, reader }: Awaited<ReturnType<typeof servers.enter>>,
  ): Promise<string | FileBegun> {
    if (isExport) {
      const { time_zone: timeZone } = await before(context).apart(where.owner, merchantOf)
      return fileIn(context, { ...reader, timeZone }, input, where)
    }
    await prepare(context, input, where)
    return parts.database.transaction(where.scope, (tx) => work(context, tx, input, where), { readOnly })
  }

  /** Reads an upload for a permitted user. */
  async function withFile(context: RequestContext): Promise<string | FileBegun> {
    const { user } = await lookUpSession(parts.sessions, bearerHash(context.request.headers.authorization))
    nameUser(context, user)
    await mayCall(context, user, schemas.parseAddress(context.raw))
    return received(context, () => asUser(context))
  }

  /** Reads the upload of a call that takes one, under the concurrency limit; discards the file behind the answer. */
  function received<Answered>(context: RequestContext, next: () => Promise<Answered>): Promise<Answered> {
    const { file: spec } = call
    if (!spec) return next()
    return parts.uploads.pass(async () => {
      const { fields, file } = await readUpload(context.request, spec)
      context.raw = { ...context.raw, body: fields, file }
      try {
        return await next()
      } finally {
        await file.discard()
      }
    })
  }

  function asUser(context: RequestContext): Promise<string | FileBegun> {
    return asSession<string | FileBegun>(context, {
      work(user, confirm) {
        if (readOnly || isExport) void confirm()
        return check<string | FileBegun>(context, user, (input, where) => {
          if (isExport) return fileIn(context, user, input, where)
          const { scope } = where
          if (readOnly) return parts.database.transaction(scope, (tx) => work(context, tx, input, where), { readOnly })
          return parts.database.transaction(scope, async (tx) => {
            // Travels in the packet of the first statements.
            const confirming = confirm(sessionLookupIn(tx))
            const body = await work(context, tx, input, where)
            await confirming
            return body
          })
        })
      },
      undo: (answer) => void (typeof answer !== 'string' && answer.content.destroy()),
    })
  }

  async function check<Answered>(
    context: RequestContext,
    user: User,
    next: (input: ParsedInput, where: Where) => Promise<Answered>,
  ): Promise<Answered> {
    nameUser(context, user)
    const input = schemas.parse(context.raw)
    const where = await mayCall(context, user, input)
    await prepare(context, input, where)
    return next(input, where)
  }

  /** Records the user on the context before any later step can fail. */
  function nameUser(context: RequestContext, user: User): void {
    context.user = user
    context.owner = { merchantId: user.merchantId, environment: user.environment }
    context.actor = { kind: 'user', id: user.subUserId, name: user.name }
    if (!user.emailVerified && !call.unverified) throw new Fault('emailNotVerified')
    if (user.twoStepRequired && !user.twoStep && !call.beforeTwoStep) throw new Fault('twoStepRequired')
  }

  async function mayCall(context: RequestContext, user: User, input: ParsedInput): Promise<Where> {
    const where = await resolveScope(user, input, context.request.headers)
    context.owner = where.owner
    context.request.merchantId = where.owner.merchantId
    const why = denialByAll(rulesOf(call), user)
    if (why) throw new Fault('denied', { why })
    if (user.viewingAs && !onlyReads(call) && !call.whileViewing) throw new Fault('viewingAs')
    if (call.secondFactor && !hasSecondFactor(user)) throw new Fault('secondFactorRequired')
    if (call.stepUp) needFreshProof(user)
    return where
  }

  async function prepare(context: RequestContext, input: ParsedInput, where?: Where): Promise<void> {
    if (!('prepare' in handler)) return
    const claim = where && claimOf(name, call, context)
    const isAnswered = async () =>
      Boolean(claim && (await before(context).apart(where.owner, (ctx) => findAnswer(ctx, claim))))
    // A repeated request has its answer already, and what is prepared may ask others.
    if (await isAnswered()) return void (context.prepared = answered)
    const http = httpOf(context.request, context.reply)
    try {
      context.prepared = await handler.prepare(before(context), input as unknown as Input<Call>, http)
    } catch (error) {
      // The same request may have been answered meanwhile, and have used up what this one needs, such as a code.
      if (!(await isAnswered())) throw error
      context.prepared = answered
    }
  }

  async function work(
    context: RequestContext,
    tx: Transaction,
    input: ParsedInput,
    where: Where & { payable?: PayableRef },
  ): Promise<string> {
    const { request } = context
    let about = { objectRef: objectIn(call, input.path), changes: {} as Changes }
    let log = where.owner
    const ctx = ctxIn(tx, parts, where, {
      ...callerOf(context),
      auditSubject(objectRef, changes = {}, whose = where.owner) {
        about = { objectRef, changes }
        log = whose
      },
    })
    const claim = claimOf(name, call, context)
    // Requested early, so that it costs no round trip of its own.
    const checking = checkSignature?.(ctx, input.body)
    checking?.catch(() => {})
    const kept = claim && (await claimKey(ctx, claim))
    if (kept) {
      context.reply.header('Idempotent-Replayed', 'true')
      return kept.replay
    }
    // The answer that was there a moment ago is not any more.
    if (context.prepared === answered) throw new Fault('unavailable')
    await checking
    const typed = input as unknown as Input<Call>
    const http = httpOf(context.request, context.reply)
    const doing = 'handle' in handler ? handler.handle(ctx, typed, http, context.prepared) : handler(ctx, typed, http)
    const body = answerText(await doing)
    // The client has already received 503, so the transaction must not commit.
    if (request.overdue) throw new Fault('unavailable')
    if (claim) keepAnswer(ctx, claim, body)
    if (call.audit) writeAudit(ctx.with({ owner: log }), { action: call.audit, ...about, result: 'done' })
    return body
  }

  function fileIn(context: RequestContext, user: FileReader, input: ParsedInput, where: Where): Promise<FileBegun> {
    const event = { action: call.audit ?? name, objectRef: objectIn(call, input.path), result: 'done' } as const
    const by = { ...callerOf(context), auditSubject: () => {} }
    return beginFileOf(call, handler, parts, {
      input,
      where,
      user,
      ctxOf: (tx) => ctxIn(tx, parts, where, by),
      note: (end, about) => note(context, where.owner, { ...event, action: event.action + end, ...about }),
      log: context.request.log,
    })
  }
}

/** In the place of what was prepared, when the answer of the request is kept already. */
const answered = Symbol('answered')
