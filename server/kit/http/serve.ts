import multipart from '@fastify/multipart'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { rules } from '#contract/access.ts'
import { isCall, type Call } from '#contract/kit/call.ts'
import { isFile, onlyReads, repeatOf, routeOf } from '#contract/kit/call-facts.ts'
import { twinName } from '#contract/kit/twin.ts'
import { refusalForm } from './answer.ts'
import { gate } from './gate.ts'
import type { Handler, Handlers, ServeParts } from '#server/kit/handler.ts'
import { timeouts } from '#server/kit/timeouts.ts'
import { createMemory } from '#server/kit/auth/session-lookup.ts'

/** The prefix of every path of the API. */
export const base = '/gateway'

/** Registers a domain's calls as routes. Throws when a declared call has no handler, so the server does not start. */
export function serve<Domain extends object>(
  app: FastifyInstance,
  domain: Domain,
  handlers: Handlers<Domain>,
  parts: ServeParts,
): void {
  const memory = createMemory()
  for (const [name, call] of Object.entries(domain)) {
    if (!isCall(call)) continue
    const handler = (handlers as Record<string, Handler<Call>>)[name]
    if (!handler) throw new Error(`no handler for ${name}`)
    if (!rules[call.access]) throw new Error(`no rule for ${name}`)
    accept(name, call, handler)
    if (call.twin) accept(twinName(name), call.twin, handler)
  }

  function accept(name: string, call: Call, handler: Handler<Call>): void {
    const route: RouteOptions = {
      method: call.method,
      url: base + routeOf(call),
      ...(call.mostBytes && { bodyLimit: call.mostBytes }),
      config: {
        rate: call.rate ?? 'normal',
        refusal: refusalForm(call),
        call: name,
        priority: priorityOf(call),
        upload: call.file !== undefined,
        ...longer(call),
      },
      handler: gate(name, call, handler, memory, parts),
    }
    if (call.file) acceptForm(app, name, call, route)
    else app.route(route)
  }
}

/** The longer time limit of a call that answers a file. */
function longer(call: Call): { answerMs?: number } {
  if (call.waitMs) return { answerMs: timeouts.answerMs + call.waitMs }
  if (call.file) return { answerMs: timeouts.uploadMs + timeouts.answerMs }
  return isFile(call.answer) ? { answerMs: timeouts.exportMs } : {}
}

/** Calls of shoppers' payments, and calls that need an idempotency key, are shed last. */
const priorityOf = (call: Call) =>
  repeatOf(call) === 'required' || (call.rate === 'shopper' && !onlyReads(call)) ? 'money' : 'normal'

/** An upload takes multipart/form-data only, and no other call takes it. */
function acceptForm(app: FastifyInstance, name: string, call: Call, route: RouteOptions): void {
  if (['anyone', 'shopper'].includes(rules[call.access].who as string)) throw new Error(`who may upload to ${name}?`)
  void app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    // The call itself reports a file that is too large, with its own error.
    await uploads.register(multipart, { throwFileSizeLimit: false })
    uploads.route(route)
  })
}
