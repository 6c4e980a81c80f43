import { paymentFaults } from './faults-of-payments.ts'
import { peopleFaults } from './faults-of-people.ts'
import { requestFaults } from './faults-of-requests.ts'

/** What is answered with a fault: its HTTP status, the published code and reason, and a text that is safe to show. */
export interface FaultSpec {
  http: number
  code: string
  reason: string
  text: string
}

/**
 * Every error that a call may answer. The console translates by `reason`; code branches on the reason, never on the number
 * (4081 means two things).
 */
export const faults = { ...requestFaults, ...peopleFaults, ...paymentFaults } as const

export type FaultName = keyof typeof faults

/** One thing wrong with one field: `reason` is a key of the console's translations, `text` its English. */
export interface FieldError {
  path: string
  reason: string
  params?: Record<string, string | number>
  text: string
}

/** Thrown by verbs and handlers; the gate renders it in the call's own error keys and rolls everything back. */
export class Fault extends Error {
  readonly fault: FaultName
  readonly errors: FieldError[] | undefined
  /** Facts for the audit log, never shown. */
  readonly why: string | undefined
  constructor(fault: FaultName, details: { errors?: FieldError[]; why?: string; cause?: unknown } = {}) {
    super(faults[fault].text, { cause: details.cause })
    this.name = 'Fault'
    this.fault = fault
    this.errors = details.errors
    this.why = details.why
  }
}
/** A fault that one field of the request causes. */
export const fieldFault = (fault: FaultName, path: string, reason: string, explanation: string = faults[fault].text) =>
  new Fault(fault, { errors: [{ path, reason, text: explanation }] })
