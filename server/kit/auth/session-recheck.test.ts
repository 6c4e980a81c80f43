import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { Fault } from '#contract/faults.ts'
import type { RequestContext } from '#server/kit/http/request-context.ts'
import type { User } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { sessionRecheck } from './session-recheck.ts'
import { bearerHash, createMemory, type SessionReader } from './session-lookup.ts'

const bearer = `Bearer ${'a'.repeat(43)}`
const tokenHash = bearerHash(bearer)
const request = { headers: { authorization: bearer } } as FastifyRequest
const work = (failure: Error) => ({ work: () => Promise.reject<string>(failure), undo: () => {} })

test('a request that waited in vain for the database is answered without another look at the session', async () => {
  const { asSession, asked } = confirmer('active')
  const lost = new Error('timeout exceeded when trying to connect')
  await expect(asSession(attempt(), work(lost))).rejects.toBe(lost)
  expect(asked()).toBe(0)
})

test('any other failure is answered only where the session still holds', async () => {
  const why = new Fault('notFound')
  const holds = confirmer('active')
  await expect(holds.asSession(attempt(), work(why))).rejects.toBe(why)
  expect(holds.asked()).toBe(1)

  const { asSession, asked } = confirmer('ended')
  await expect(asSession(attempt(), work(why))).rejects.toMatchObject({ fault: 'sessionLost' })
  expect(asked()).toBe(1)
})

/** A remembered session whose state in the database is this now. */
function confirmer(state: 'active' | 'ended') {
  const memory = createMemory()
  memory.remember(tokenHash, { user: {} as User, facts: '{}', stale: false })
  let asked = 0
  const sessions: SessionReader = async () => {
    asked++
    return { token_hash: tokenHash, state, facts: '{}', seen_ago: 0, proved_ago: 0 }
  }
  const parts = { sessions, database: {} as Database }
  return { asSession: sessionRecheck({ parts, memory, fromMemory: true }), asked: () => asked }
}
const attempt = () => ({ request }) as RequestContext
