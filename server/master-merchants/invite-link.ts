import { Fault } from '#contract/faults.ts'
import type { InviteWay, MerchantType } from '#contract/invites.ts'
import type { Language } from '#i18n/languages.ts'
import type { Services } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { idOfToken, isSigned, signedToken } from '#server/kit/auth/signed-link.ts'

/** All that an invite's link is bound to. */
export interface InviteTerms {
  invite_id: string
  merchant_id: string
  email: string
  merchant_type: MerchantType
  for_merchant_id: string | null
  round: number
  expires_at: Date
}

/** An invite with what is told of it to who has its link. */
export interface OpenInvite extends InviteTerms {
  language: Language
  master_key: string
  master_name: string
  master_email: string
  for_name: string
  /** The way by which the link was delivered. */
  way: InviteWay
}

/** The link of an invite; only the one that goes by mail proves whose address it is. */
export function inviteLink(services: Services, invite: InviteTerms, way: InviteWay): string {
  const token = signedToken(services.master, 'invite', invite.invite_id, boundTo(invite, way))
  return `${services.publicUrl}/invite#token=${token}`
}

/** The open invite that a token is of. @throws Fault `linkInvalid` for one that is forged, used, replaced or too old. */
export async function inviteOf(tx: Transaction, services: Services, token: string): Promise<OpenInvite> {
  const id = idOfToken(token)
  const invite = id === null ? null : await findInvite(tx, id)
  if (!invite) throw new Fault('linkInvalid')
  const way = (['mail', 'screen'] as const).find((each) =>
    isSigned(services.master, 'invite', token, { id: invite.invite_id, bound: boundTo(invite, each) }),
  )
  if (!way) throw new Fault('linkInvalid')
  return { ...invite, way }
}

/** An invite by its id while it is open. */
export async function findInvite(tx: Transaction, inviteId: string): Promise<Omit<OpenInvite, 'way'> | null> {
  const [row] = await tx.query<Omit<OpenInvite, 'way'> & { is_open: boolean }>('select * from find_invite($1)', [
    inviteId,
  ])
  return row?.is_open ? row : null
}

const boundTo = (invite: InviteTerms, way: InviteWay): string[] => [
  invite.merchant_id,
  invite.email,
  invite.merchant_type,
  invite.for_merchant_id ?? '',
  String(invite.round),
  invite.expires_at.toISOString(),
  way,
]
