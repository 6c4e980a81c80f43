/** The type of merchant that an invite gives; an `OWNED` merchant exists already and gets its first login. */
export const merchantTypes = ['MANAGED', 'CROSS_BORDER', 'OWNED'] as const
export type MerchantType = (typeof merchantTypes)[number]
export const inviteStates = ['INVITED', 'ACCEPTED', 'EXPIRED', 'DECLINED'] as const
export type InviteState = (typeof inviteStates)[number]
/** The way of an invite's link to its user; only a link from a mail proves the address. */
export type InviteWay = 'mail' | 'screen'
