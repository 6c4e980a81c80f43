import type { FastifyInstance } from 'fastify'
import { rules } from '#contract/access.ts'
import { isCall, onlyReads, repeatOf, type Call } from '#contract/kit/call.ts'
import { gate } from './gate.ts'
import type { Handler, Handlers, ServeParts } from './handler.ts'
import { createMemory } from './who.ts'

/** Every path of the API lies below it. */
export const base = '/gateway'

/** Puts a domain's calls on the server. Throws when a declared call has no handler: then the server does not start. */
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
    app.route({
      method: call.method,
      url: base + call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { rate: call.rate ?? 'normal', errorKeys: call.errorKeys, call: name, priority: priorityOf(call) },
      handler: gate(name, call, handler, memory, parts),
    })
  }
}

/** What a shopper pays by, and what may not be done twice and so needs a key, is turned away last. */
const priorityOf = (call: Call) =>
  repeatOf(call) === 'required' || (call.rate === 'shopper' && !onlyReads(call)) ? 'money' : 'normal'
