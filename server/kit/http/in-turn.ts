import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/kit/call.ts'
import { Fault } from '#contract/faults.ts'
import { createTurns } from '#server/kit/process/turns.ts'
import { timeouts } from '#server/kit/timeouts.ts'

/** Begins the work of a request about the object of this reference. */
type Begin = <T>(request: FastifyRequest, ref: string, work: () => Promise<T>) => Promise<T>

/**
 * How the requests of a call begin: those of one with `inTurn` a few at a time for each object, all others at once. A request whose
 * time was over before its turn came throws `unavailable`, as one does for which there is no room to wait.
 */
export function turnsOf(call: Call): Begin {
  if (!call.inTurn) return (_request, _ref, work) => work()
  const turns = createTurns({
    concurrent: timeouts.turnsAtOnce,
    queue: timeouts.shedPoolWaiting * timeouts.shedMoneyTimes,
    full: () => new Fault('unavailable'),
  })
  return (request, ref, work) =>
    turns.pass(ref, () => {
      if (request.overdue) throw new Fault('unavailable')
      return work()
    })
}
