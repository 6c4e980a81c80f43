import type { FastifyInstance } from 'fastify'
import { rules } from '#contract/access.ts'
import { isCall, type Call } from '#contract/kit/call.ts'
import { twinName } from '#contract/kit/twin.ts'
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
  const route = (name: string, call: Call, handler: Handler<Call>) =>
    app.route({
      method: call.method,
      url: base + call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { rate: call.rate ?? 'normal', errorKeys: call.errorKeys },
      handler: gate(name, call, handler, memory, parts),
    })
  for (const [name, call] of Object.entries(domain)) {
    if (!isCall(call)) continue
    const handler = (handlers as Record<string, Handler<Call>>)[name]
    if (!handler) throw new Error(`no handler for ${name}`)
    if (!rules[call.access]) throw new Error(`no rule for ${name}`)
    route(name, call, handler)
    if (call.twin) route(twinName(name), call.twin, handler)
  }
}
