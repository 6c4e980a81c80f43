import { beneficiaryFaults } from './faults-of-beneficiaries.ts'
import { feeFaults } from './faults-of-fees.ts'
import { paymentFaults } from './faults-of-payments.ts'
import { payoutFaults } from './faults-of-payouts.ts'
import { peopleFaults } from './faults-of-people.ts'
import { reconFaults } from './faults-of-recon.ts'
import { remittanceAccountFaults } from './faults-of-remittance-accounts.ts'
import { requestFaults } from './faults-of-requests.ts'

/** The answer of a fault: HTTP status, published code and reason, and a text that is safe to show. */
export interface FaultSpec {
  http: number
  code: string
  reason: string
  text: string
}

/**
 * Every fault that a call may answer. The console translates by `reason`, and code branches on it; the code 4081 has
 * two meanings.
 */
export const faults = {
  ...requestFaults,
  ...peopleFaults,
  ...paymentFaults,
  ...payoutFaults,
  ...feeFaults,
  ...beneficiaryFaults,
  ...reconFaults,
  ...remittanceAccountFaults,
} as const

export type FaultName = keyof typeof faults

/** An error of one field: `reason` is a key of the console's translations, `text` its English. */
export interface FieldError {
  path: string
  reason: string
  params?: Record<string, string | number>
  text: string
}

/** A declared failure. The gate answers it under the call's own error keys and rolls the transaction back. */
export class Fault extends Error {
  readonly fault: FaultName
  readonly errors: FieldError[] | undefined
  /** A note for the audit log; never part of the answer. */
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
