import type { FastifyInstance, FastifyReply } from 'fastify'
import { Fault } from '#contract/faults.ts'
import { timeOuts } from './time-outs.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Until its answer, where that takes longer than `timeOuts.answerMs`. */
    answerMs?: number
  }
  interface FastifyRequest {
    /** It has been answered that it took too long, though its work goes on. */
    overdue: boolean
  }
}

/**
 * Holds requests to their time: who takes too long to send one is cut off, and one that takes too long to be answered gets
 * 503. All are looked over together, four times a second: a timer and a signal for each would cost more than most handlers.
 */
export function limitTime(app: FastifyInstance, { requestMs }: { requestMs: number } = timeOuts): void {
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

/** Whether it was late and is not looked at any more. */
function endIfLate(reply: FastifyReply, requestMs: number): boolean {
  const { request, raw } = reply
  const { upload, answerMs = timeOuts.answerMs } = request.routeOptions.config
  // An upload may be as long on its way as the server's own `requestTimeout` says.
  if (!request.raw.complete && !upload && reply.elapsedTime > requestMs) {
    request.raw.destroy()
    return true
  }
  if (reply.elapsedTime <= answerMs) return false
  request.overdue = true
  // What has begun to leave can only be broken off.
  if (raw.headersSent) raw.destroy()
  else void reply.send(new Fault('unavailable'))
  return true
}
