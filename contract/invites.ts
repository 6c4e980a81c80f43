/** What an invite makes of who accepts it: `OWNED` is the first login of a merchant that is there already. */
export const merchantTypes = ['MANAGED', 'CROSS_BORDER', 'OWNED'] as const
export type MerchantType = (typeof merchantTypes)[number]
export const inviteStates = ['INVITED', 'ACCEPTED', 'EXPIRED', 'DECLINED'] as const
export type InviteState = (typeof inviteStates)[number]
/** How a link got to whoever brings it: only one that came by mail proves the address. */
export type InviteWay = 'mail' | 'screen'
