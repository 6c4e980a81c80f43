import type { FastifyInstance } from 'fastify'
import packageJson from '../package.json' with { type: 'json' }
import type { Readiness } from './kit/http/readiness.ts'

const { version } = packageJson

/** Liveness: when this fails, restart the process. */
export const live = { status: 'live', version } as const

/** Readiness: which checks fail, without details of the systems behind them. */
export async function ready(readiness: Readiness): Promise<{ code: 200 | 503; body: object }> {
  const checks = await readiness.check()
  const isReady = Object.values(checks).every(Boolean)
  const states = Object.fromEntries(Object.entries(checks).map(([name, holds]) => [name, holds ? 'ok' : 'failed']))
  const warnings = [...readiness.warnings]
  const body = {
    status: isReady ? 'ready' : 'not ready',
    version,
    checks: states,
    ...(warnings.length > 0 && { warnings }),
  }
  return { code: isReady ? 200 : 503, body }
}

/**
 * Health routes for load balancers and supervisors, on the API's own port. They are no calls of the contract, so they
 * lie outside `/gateway`.
 */
export function healthRoutes(app: FastifyInstance, readiness: Readiness): void {
  const config = { rate: 'unlimited', priority: 'vital', call: 'health' } as const
  app.get('/health/live', { config }, async (_request, reply) => reply.header('Cache-Control', 'no-store').send(live))
  app.get('/health/ready', { config }, async (_request, reply) => {
    const { code, body } = await ready(readiness)
    return reply.code(code).header('Cache-Control', 'no-store').send(body)
  })
}
