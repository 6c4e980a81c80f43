import type { FastifyBaseLogger } from 'fastify'
import { Fault } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { faultsOf } from '#contract/kit/call-faults.ts'
import type { ServeParts } from '#server/kit/handler.ts'

/**
 * The fault that a call answers with: the given fault, or in tests `internal` when the call does not declare it.
 * Production answers the undeclared fault, and logs what the declaration lacks.
 */
export function declaredFaultOf(name: string, call: Call, { undeclaredFaults }: Pick<ServeParts, 'undeclaredFaults'>) {
  const declared = faultsOf(call)
  return (fault: Fault, log: FastifyBaseLogger): Fault => {
    if (declared.has(fault.fault)) return fault
    const text = `${name} answers ${fault.fault}, which it does not declare`
    if (undeclaredFaults === 'fail') return new Fault('internal', { cause: new Error(text, { cause: fault }) })
    log.error({ err: fault }, text)
    return fault
  }
}
