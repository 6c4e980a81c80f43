import type { Role, RuleName } from './access.ts'
import { rolesFor } from './grants.ts'
import type { KeyGroup, KeyScope } from './kit/key-scopes.ts'

/** The rule whose roles may give a server key the scope: who may do it themselves. */
const givenBy: Record<KeyGroup, { read: RuleName; write: RuleName }> = {
  links: { read: 'paymentLinks', write: 'paymentLinks' },
  payments: { read: 'transactionDetails', write: 'refund' },
  refunds: { read: 'transactionDetails', write: 'refund' },
  payouts: { read: 'payouts', write: 'payoutMakers' },
  webhooks: { read: 'webhooks', write: 'webhooks' },
  channels: { read: 'paymentChannels', write: 'paymentChannels' },
  exports: { read: 'transactionsList', write: 'transactionsList' },
  recon: { read: 'reconAny', write: 'reconData' },
}

/** Whether somebody with these roles may give a server key this scope, so that the key has it as long as they have them. */
export function mayGive(roles: readonly Role[], scope: KeyScope): boolean {
  const [group, level] = scope.split(':') as [KeyGroup, 'read' | 'write']
  return rolesFor(givenBy[group][level]).some((role) => roles.includes(role))
}

/** What is left of a key's scopes by the roles that its maker has now; of one to write, maybe reading. */
export const scopesInForce = (scopes: readonly KeyScope[], makerRoles: readonly Role[]): KeyScope[] =>
  scopes.flatMap((scope) => {
    if (mayGive(makerRoles, scope)) return [scope]
    const read = scope.replace(':write', ':read') as KeyScope
    return read !== scope && !scopes.includes(read) && mayGive(makerRoles, read) ? [read] : []
  })
