import type { FastifyInstance } from 'fastify'
import type { Readiness } from './kit/readiness.ts'

/** Whether the process lives at all: when this fails, restart it. */
export const live = { status: 'live' } as const

/** Whether it should be sent requests, and which check says no; nothing of what is behind that. */
export async function ready(readiness: Readiness): Promise<{ code: 200 | 503; body: object }> {
  const checks = await readiness.check()
  const isReady = Object.values(checks).every(Boolean)
  const told = Object.fromEntries(Object.entries(checks).map(([name, holds]) => [name, holds ? 'ok' : 'failed']))
  const warnings = [...readiness.warnings]
  const body = { status: isReady ? 'ready' : 'not ready', checks: told, ...(warnings.length > 0 && { warnings }) }
  return { code: isReady ? 200 : 503, body }
}

/** For load balancers and supervisors, on the API's own port; not calls, so outside of `/gateway`. */
export function healthRoutes(app: FastifyInstance, readiness: Readiness): void {
  const config = { rate: 'unlimited', priority: 'vital', call: 'health' } as const
  app.get('/health/live', { config }, async (_request, reply) => reply.header('Cache-Control', 'no-store').send(live))
  app.get('/health/ready', { config }, async (_request, reply) => {
    const { code, body } = await ready(readiness)
    return reply.code(code).header('Cache-Control', 'no-store').send(body)
  })
}
