/** The groups of calls that server keys are made for; a call names one by `keyScope`. */
export const keyGroups = ['links', 'payments', 'refunds', 'payouts', 'webhooks', 'channels', 'exports', 'recon'] as const
export type KeyGroup = (typeof keyGroups)[number]

/** What a server key may do: read or write in a group. Writing includes reading. */
export type KeyScope = `${KeyGroup}:${'read' | 'write'}`
export const keyScopes: readonly KeyScope[] = keyGroups.flatMap((group) => [`${group}:read`, `${group}:write`] as const)

/** Whether these scopes include the wanted one. */
export const covers = (scopes: readonly KeyScope[], wanted: KeyScope): boolean =>
  scopes.includes(wanted) ||
  (wanted.endsWith(':read') && scopes.includes(wanted.replace(':read', ':write') as KeyScope))
