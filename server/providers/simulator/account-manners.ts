import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Dialect } from './dialect.ts'

/**
 * How the provider treats the requests of an account, until it is healed. `reset-before` and `error-before` leave no
 * effect, `reset-after` and `error-after` hide one, `silence` hides whether there is one.
 */
export const accountFaults = [
  'reset-before',
  'reset-after',
  'error-before',
  'error-after',
  'silence',
  'unauthorised',
  'limited',
] as const
export type AccountFault = (typeof accountFaults)[number]

export const AccountManner = z.strictObject({
  fault: z.enum(accountFaults).nullable().default(null),
  /** Milliseconds before each answer. */
  slow_ms: z.number().int().min(0).max(120_000).default(0),
  /** Forgets now every idempotency key that was used before. */
  forget: z.boolean().default(false),
  /** How many requests are treated so before the account heals by itself; null for all. */
  times: z.number().int().min(1).nullable().default(null),
})
export type AccountManner = z.infer<typeof AccountManner>

export interface AccountManners {
  set(dialect: string, account: string, manner: AccountManner): void
  /** The manner of the next request; one with `times` counts down. */
  next(dialect: string, account: string): Omit<AccountManner, 'forget'>
  /** Whether a key that was used at `usedAt` is still remembered, by a provider that keeps keys for `lifeMs`. */
  remembers(dialect: string, account: string, usedAt: Date, lifeMs: number): boolean
  /** How the account treats requests now. */
  of(dialect: string, account: string): Omit<AccountManner, 'forget'>
  /** Accounts that are ill. */
  all(): MannerOf[]
  /** Accounts that are ill, or were asked for anything since the start. */
  seen(): MannerOf[]
}
export interface AccountOf {
  dialect: string
  account: string
}
interface MannerOf extends AccountOf {
  manner: Omit<AccountManner, 'forget'>
}

export function accountManners(now: () => Date): AccountManners {
  const manners = new Map<string, Omit<AccountManner, 'forget'>>()
  const forgotten = new Map<string, Date>()
  const met = new Set<string>()
  const healthy = { fault: null, slow_ms: 0, times: null }
  const listed = (names: Iterable<string>): MannerOf[] =>
    [...names].map((name) => {
      const [dialect = '', account = ''] = name.split(' ')
      return { dialect, account, manner: manners.get(name) ?? healthy }
    })
  return {
    set(dialect, account, { forget, ...manner }) {
      const name = `${dialect} ${account}`
      if (forget) forgotten.set(name, now())
      if (manner.fault === null && manner.slow_ms === 0) manners.delete(name)
      else manners.set(name, manner)
    },
    next(dialect, account) {
      const name = `${dialect} ${account}`
      met.add(name)
      const manner = manners.get(name)
      if (!manner) return healthy
      if (manner.times === 1) manners.delete(name)
      else if (manner.times !== null) manners.set(name, { ...manner, times: manner.times - 1 })
      return manner
    },
    remembers(dialect, account, usedAt, lifeMs) {
      const since = forgotten.get(`${dialect} ${account}`)
      return now().getTime() - usedAt.getTime() < lifeMs && !(since && usedAt <= since)
    },
    of: (dialect, account) => manners.get(`${dialect} ${account}`) ?? healthy,
    all: () => listed(manners.keys()),
    seen: () => listed([...new Set([...met, ...manners.keys()])].sort()),
  }
}

/** Plays the manner of its account on each request of a dialect. */
export function playManners(app: FastifyInstance, dialect: Dialect, manners: AccountManners): void {
  const manner = Symbol('manner')
  type Marked = { [manner]?: AccountFault | null }

  app.addHook('preHandler', async (request, reply) => {
    const account = dialect.accountOf(request)
    if (account === null) return
    const { fault, slow_ms } = manners.next(dialect.name, account)
    ;(request as Marked)[manner] = fault
    if (slow_ms > 0) await wait(slow_ms)
    if (fault === 'unauthorised') return dialect.refuse(reply, 401)
    if (fault === 'limited') return dialect.refuse(reply, 429)
    if (fault === 'error-before') return dialect.refuse(reply, 500)
    if (fault === 'reset-before') {
      request.raw.socket.resetAndDestroy()
      return reply.hijack()
    }
    if (fault === 'silence') return reply.hijack()
    return
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = (request as Marked)[manner]
    if (fault === 'reset-after') request.raw.socket.resetAndDestroy()
    if (fault === 'error-after' && reply.statusCode < 400) {
      reply.code(500)
      return '{}'
    }
    return payload
  })
}
