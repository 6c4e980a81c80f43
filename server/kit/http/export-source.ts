import { denialByAll, type Flags, type Role } from '#contract/access.ts'
import { Fault } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { rulesOf } from '#contract/kit/call-facts.ts'
import { scopeResolver, type Caller, type Where } from '#server/kit/auth/scope.ts'
import type { Database, Transaction } from '#server/kit/db/db.ts'
import { inputSchemas, type ParsedInput } from './parse.ts'

/** A call that exports a list, as it is asked without a request: by a job, for a user. */
export interface ExportSource {
  call: Call
  /** An `ExportOf`, or the function that finds one. */
  handler: unknown
  /** Decodes what the call is asked. Throws its faults. */
  parse(asked: { path: unknown; body: unknown }): ParsedInput
  /** Whose rows the user may have. Throws what the gate does: `notFound`, `denied`, `invalidEnvironment`. */
  permit(tx: Transaction, user: Exporter, input: ParsedInput, subMerchant: string): Promise<Where>
}
/** The facts of a user that decide what they may export. */
export interface Exporter extends Caller {
  roles: Role[]
  flags: Flags
}

/** The parts of the gate that an export needs, so that both hold to one rule. */
export function exportSource(call: Call, handler: unknown): ExportSource {
  const schemas = inputSchemas(call)
  return {
    call,
    handler,
    parse: ({ path, body }) => schemas.parse({ path, query: {}, body }),
    async permit(tx, user, input, subMerchant) {
      const headers = subMerchant ? { 'x-sub-merchant-key': subMerchant } : {}
      const where = await scopeResolver(call, inTransaction(tx))(user, input, headers)
      const why = denialByAll(rulesOf(call), user)
      if (why) throw new Fault('denied', { why })
      return where
    },
  }
}

/** Looks merchants up by functions that ask for the actor and not for the scope, so the transaction at hand serves. */
const inTransaction = (tx: Transaction): Pick<Database, 'transaction'> => ({
  transaction: (_scope, work) => work(tx),
})
