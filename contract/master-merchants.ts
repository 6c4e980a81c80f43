import { z } from 'zod'
import { call, content, nothing, page } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { country, email, environment, phone, secret, signedToken, text, timestamp } from './kit/wire.ts'
import { inviteStates, merchantTypes } from './invites.ts'
import { merchantStatuses } from './merchants.ts'
import { limits } from './limits.ts'
import { SubMerchant, subMerchantList } from './sub-merchants.ts'

/** The merchants of a master, by page number. `filters` is the JSON of those that `/paginated` takes. */
export const listSubMerchants = call({
  at: 'GET /master-merchant/{key}/merchants',
  params: { key: merchantRef() },
  query: z.strictObject({
    pageIndex: z
      .string()
      .regex(/^[1-9]\d{0,5}$/, { error: 'not_a_number' })
      .optional(),
    pagesize: z
      .string()
      .regex(/^[1-9]\d{0,2}$/, { error: 'not_a_number' })
      .optional(),
    filters: text(1_000, 0).optional(),
    environment: environment.optional(),
  }),
  answer: page(SubMerchant),
  access: 'manageMerchants',
})

/** The merchants of a master: filtered, searched by name, address or key, sorted by creation. */
export const listSubMerchantsPaginated = call({
  at: 'POST /master-merchant/{key}/merchants/paginated',
  params: { key: merchantRef() },
  body: z.strictObject({
    ...subMerchantList.body.shape,
    /** The same as `sorting_data` by `created_at`. */
    order: z.enum(['asc', 'desc']).optional(),
  }),
  answer: page(SubMerchant),
  access: 'manageMerchants',
})

/** One of the merchants of a master, active or not. */
export const readSubMerchant = call({
  at: 'GET /api/master-merchant/{key}/merchants/{uuid}',
  params: { key: merchantRef(), uuid: ref('subMerchant') },
  answer: content(SubMerchant),
  access: 'manageMerchants',
})

const Invite = z.object({
  status: z.enum(inviteStates),
  email_address: z.string(),
  /**
   * The link of an open invite, to pass on by other ways than mail. A registration by it has to confirm the address.
   */
  invite_link: secret(z.string()),
  created_at: timestamp,
  merchant_type: z.enum(merchantTypes),
  expires_at: timestamp,
})
export type Invite = z.input<typeof Invite>

/** The latest 500 invites of a master, newest first. */
export const listMerchantInvites = call({
  at: 'GET /master-merchant/{key}/merchants-invite',
  params: { key: merchantRef() },
  answer: content(z.array(Invite)),
  access: 'manageMerchants',
})

/**
 * Switches a merchant of the master on or off (`ACTIVE`, `INACTIVE`). From then on nobody signs in for an inactive
 * merchant and it takes no new payments; payments in flight end as usual.
 */
export const setMerchantStatus = call({
  at: 'PUT /master-merchant/{key}/merchants/{uuid}/status/{status}',
  params: { key: merchantRef(), uuid: ref('subMerchant'), status: text(20).meta({ examples: [...merchantStatuses] }) },
  body: z.strictObject({ environment: environment.optional() }),
  answer: nothing,
  access: 'manageMerchants',
  faults: ['notFound'],
  notice: 'Merchant status updated',
  audit: 'merchant.set-status',
})

/**
 * The types of an invite, in upper or lower case: `MANAGED` and `CROSS_BORDER` merchants are invited, an `OWNED` one
 * is added.
 */
const invitedType = text(20)
  .meta({ examples: [...merchantTypes] })
  .transform((word) => word.toUpperCase())
  .pipe(z.enum(merchantTypes))

/**
 * Invites a merchant with a login of its own, by a mail with a link that is valid once and for 7 days. An address
 * with an open invite gets a new link only by `invite/resend`. An owned merchant is added at once, named by its
 * address until it is changed, and the address is invited to be its first login.
 */
export const inviteMerchant = call({
  at: 'POST /master-merchant/{key}/merchants/invite',
  params: { key: merchantRef() },
  body: z.strictObject({
    email,
    merchant_type: invitedType,
    environment: environment.optional(),
  }),
  answer: nothing,
  access: 'manageMerchants',
  faults: ['duplicateName', 'tooMany'],
  notice: 'Invite sent',
  audit: 'merchant.invite',
  onFailure: 'inline',
})

/** Sends an invite again, at most once a minute. The old link becomes invalid, and the 7 days start again. */
export const resendInvite = call({
  at: 'POST /master-merchant/{key}/merchants/invite/resend',
  params: { key: merchantRef() },
  query: z.strictObject({ environment: environment.optional() }),
  body: z.strictObject({ email }),
  answer: nothing,
  access: 'manageMerchants',
  faults: ['notFound', 'tooFast'],
  notice: 'Invite sent again',
  audit: 'merchant.invite-again',
})

/** Withdraws an open invite, whose link becomes invalid. */
export const withdrawInvite = call({
  at: 'POST /api/master-merchant/{key}/merchants/invite/withdraw',
  params: { key: merchantRef() },
  body: z.strictObject({ email }),
  answer: nothing,
  access: 'manageMerchants',
  faults: ['notFound'],
  notice: 'Invite withdrawn',
  audit: 'merchant.withdraw-invite',
})

/**
 * Adds a merchant that the master owns. With `is_login_allowed` its address is invited to sign in; otherwise it has
 * no login. With `use_master_merchant_creds` it takes payments by the master's channels.
 */
export const addMerchant = call({
  at: 'POST /master-merchant/{key}/add-merchant',
  params: { key: merchantRef() },
  body: z.strictObject({
    name: text(120),
    email_address: email,
    ph_number: z.union([phone, z.literal('')]).optional(),
    /** By default the installation's country for owned merchants. */
    country: country.optional(),
    is_login_allowed: z.boolean().optional(),
    /** Always false for an added merchant. */
    is_invite_merchant: z.literal(false).optional(),
    use_master_merchant_creds: z.boolean().optional(),
    send_kyc_link_email: z.boolean().optional(),
    environment: environment.optional(),
  }),
  answer: content(SubMerchant),
  access: 'manageMerchants',
  faults: ['tooMany', 'duplicateName'],
  notice: 'Merchant added',
  audit: 'merchant.add',
  onFailure: 'inline',
})

const moved = z.array(ref('subMerchant')).max(limits.merchantsMoved).optional()
/**
 * Lets merchants go (`remove_merchants`) and takes back those that were let go before (`add_merchants`); all or
 * none. Their data stays theirs. A managed merchant continues on its own, an owned one becomes inactive. Only
 * merchants that accepted an invite of this master or were added by it can be taken back; for others the answer is
 * `notFound`.
 */
export const changeMerchants = call({
  at: 'POST /master-merchant/{key}/merchants',
  params: { key: merchantRef() },
  query: z.strictObject({ environment: environment.optional() }),
  body: z.strictObject({ add_merchants: moved, remove_merchants: moved }),
  answer: nothing,
  access: 'manageMerchants',
  faults: ['notFound', 'tooMany'],
  notice: 'Merchants updated',
  audit: 'merchant.change-merchants',
})

/** The invite of a link. */
export const readInvite = call({
  at: 'POST /api/account/read-invite',
  body: z.strictObject({ invite_token: signedToken }),
  answer: content(
    z.object({
      email: z.string(),
      merchant_type: z.enum(merchantTypes),
      master_merchant_key: z.string(),
      master_merchant_name: z.string(),
      /** For an `OWNED` invite the existing merchant. */
      merchant_name: z.string(),
      expires_at: timestamp,
    }),
  ),
  access: 'public',
  faults: ['linkInvalid'],
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/** Declines an invite for good. */
export const declineInvite = call({
  at: 'POST /api/account/decline-invite',
  body: z.strictObject({ invite_token: signedToken }),
  answer: nothing,
  access: 'public',
  faults: ['linkInvalid'],
  notice: 'You have declined the invite.',
  repeat: 'safe',
  rate: 'sign-in',
  onFailure: 'inline',
})

/**
 * Puts the session's merchant under the master that invited it. The merchant has to be single, and the caller an
 * administrator of it with the invite's address. From then on the master may read its data, and change it only with
 * `master_merchant_access`.
 */
export const acceptInvite = call({
  at: 'POST /api/merchants/{id}/accept-invite',
  params: { id: merchantRef() },
  body: z.strictObject({ invite_token: signedToken, master_merchant_access: z.boolean().optional() }),
  answer: nothing,
  access: 'administration',
  faults: ['linkInvalid', 'wrongState', 'denied'],
  notice: 'You have accepted the invite.',
  audit: 'merchant.accept-invite',
  onFailure: 'inline',
})

/**
 * The merchant's master, or its former one while that may still take the merchant back; empty texts when there is
 * none.
 */
export const readMaster = call({
  at: 'GET /api/merchants/{id}/master',
  params: { id: merchantRef() },
  answer: content(z.object({ name: z.string(), key: z.string(), is_former: z.boolean() })),
  access: 'anyUser',
})

/**
 * Leaves the master, or refuses a former master to take the merchant back. Only for users of the merchant itself.
 */
export const leaveMaster = call({
  at: 'POST /api/merchants/{id}/leave-master',
  params: { id: merchantRef() },
  answer: nothing,
  access: 'administration',
  faults: ['wrongState', 'denied'],
  notice: 'You have left your master merchant.',
  audit: 'merchant.leave-master',
})
