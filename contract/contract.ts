import * as contract from './domains.ts'
import { isCall, type Call } from './kit/call.ts'
import { twinName, type TwinName } from './kit/twin.ts'

/** Every domain's declarations. The name of a call's constant is its operation id. */
export { contract }

export type DomainName = keyof typeof contract
/** The name of a call or of a twin. */
export type CallName = { [Domain in DomainName]: NamesIn<(typeof contract)[Domain]> }[DomainName]
type NamesIn<Declarations> = {
  [Name in keyof Declarations & string]: Declarations[Name] extends Call
    ? Name | (Declarations[Name] extends { masterAt: string } ? TwinName<Name> : never)
    : never
}[keyof Declarations & string]

/** All calls with their names, in declaration order, each followed by its twin. */
export function allCalls(): { domain: DomainName; name: CallName; call: Call }[] {
  return (Object.entries(contract) as [DomainName, Record<string, unknown>][]).flatMap(([domain, declarations]) =>
    Object.entries(declarations).flatMap(([name, value]) => {
      if (!isCall(value)) return []
      const own = { domain, name: name as CallName, call: value }
      return value.twin ? [own, { domain, name: twinName(name) as CallName, call: value.twin }] : [own]
    }),
  )
}
