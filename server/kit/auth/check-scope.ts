import { Fault } from '#contract/faults.ts'
import { scopesInForce } from '#contract/given-scopes.ts'
import type { Call } from '#contract/kit/call.ts'
import { scopeOf } from '#contract/kit/call-facts.ts'
import { covers } from '#contract/kit/key-scopes.ts'
import type { ServerKey } from './server-key.ts'

/** Throws `scopeMissing` unless the key has the call's scope, and its maker has the rights for it still. */
export function checkScope(call: Call, key: ServerKey): void {
  const wanted = scopeOf(call)
  if (wanted === null) throw new Fault('scopeMissing', { why: 'scope' })
  if (covers(scopesInForce(key.scopes, key.makerRoles), wanted)) return
  const why = covers(key.scopes, wanted) ? "maker's role" : 'scope'
  const errors = [
    { path: '', reason: 'scope_missing', params: { scope: wanted }, text: `This needs the scope ${wanted}.` },
  ]
  throw new Fault('scopeMissing', { why, errors })
}
