import type { FastifyInstance, FastifyReply } from 'fastify'
import { Fault } from '#contract/faults.ts'
import { timeouts } from '#server/kit/timeouts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The time limit of the route's answer, if longer than `timeouts.answerMs`. */
    answerMs?: number
  }
  interface FastifyRequest {
    /** The request has been answered with 503 because it took too long, though its work goes on. */
    overdue: boolean
  }
}

/**
 * Enforces the time limits of requests: a client that sends too slowly is disconnected, and a request without an answer
 * in time gets 503. One timer checks all four times a second; a timer and an abort signal for each request would cost
 * more than most handlers.
 */
export function limitTime(app: FastifyInstance, { requestMs }: { requestMs: number } = timeouts): void {
  const inFlight = new Set<FastifyReply>()
  app.decorateRequest('overdue', false)
  app.addHook('onRequest', (_request, reply, done) => {
    inFlight.add(reply)
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    inFlight.delete(reply)
    done()
  })
  const timer = setInterval(() => {
    for (const reply of inFlight)
      if (reply.sent || reply.raw.destroyed || endIfLate(reply, requestMs)) inFlight.delete(reply)
  }, lookEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

const lookEveryMs = 250

/** Ends a late request; true when it needs no further checks. */
function endIfLate(reply: FastifyReply, requestMs: number): boolean {
  const { request, raw } = reply
  const { upload, answerMs = timeouts.answerMs } = request.routeOptions.config
  // An upload may take as long as the `requestTimeout` of the server.
  if (!request.raw.complete && !upload && reply.elapsedTime > requestMs) {
    request.raw.destroy()
    return true
  }
  if (reply.elapsedTime <= answerMs) return false
  request.overdue = true
  // An answer whose headers are sent can only be broken off.
  if (raw.headersSent) raw.destroy()
  else void reply.send(new Fault('unavailable'))
  return true
}
