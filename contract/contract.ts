import * as contract from './domains.ts'
import { isCall, type Call } from './kit/call.ts'
import { twinName } from './kit/twin.ts'

/** Every domain's declarations. The name of a call's constant is its operation id. */
export { contract }

/** All calls with their names, in declaration order, each followed by its twin. */
export function allCalls(): { domain: string; name: string; call: Call }[] {
  return Object.entries(contract).flatMap(([domain, declarations]) =>
    Object.entries(declarations as Record<string, unknown>).flatMap(([name, value]) =>
      isCall(value)
        ? [{ domain, name, call: value }, ...(value.twin ? [{ domain, name: twinName(name), call: value.twin }] : [])]
        : [],
    ),
  )
}
