import { z } from 'zod'
import { call, content, nothing, page } from './kit/call.ts'
import { choice, list, timeRange } from './kit/list.ts'
import { country, email, environment, phone, secret, signedToken, text, timestamp } from './kit/wire.ts'
import { kycStatuses, merchantStatuses } from './merchants.ts'
import { limits } from './limits.ts'

export const subMerchantKinds = ['managed', 'owned'] as const
/** What an invite makes of who accepts it: `OWNED` is the first login of a merchant that is there already. */
export const merchantTypes = ['MANAGED', 'CROSS_BORDER', 'OWNED'] as const
export type MerchantType = (typeof merchantTypes)[number]
export const inviteStates = ['INVITED', 'ACCEPTED', 'EXPIRED', 'DECLINED'] as const
export type InviteState = (typeof inviteStates)[number]
/** How a link got to whoever brings it: only one that came by mail proves the address. */
export type InviteWay = 'mail' | 'screen'

/** A merchant as its master's list shows it. */
export const SubMerchant = z.object({
  status: z.enum(merchantStatuses),
  name: z.string(),
  email_address: z.string(),
  ph_number: z.string(),
  /** `LIVE` when it may take real payments: KYC approved and a channel enabled. */
  acc_status: z.enum(['LIVE', 'SANDBOX']),
  key: z.string(),
  /** While there is something to fill in, and for who may change things for it; else empty. */
  kyc_link: secret(z.string()),
  kyc_status: z.enum(kycStatuses),
  is_invite_merchant: z.boolean(),
  is_login_allowed: z.boolean(),
  use_master_merchant_creds: z.boolean(),
  uuid: z.string(),
  kind: z.enum(subMerchantKinds),
  country: z.string(),
  currency: z.string(),
  cross_border_enabled: z.boolean(),
  /** Whether its master may also change things for it. */
  writable: z.boolean(),
  created_at: timestamp,
})
export type SubMerchant = z.input<typeof SubMerchant>

export const subMerchantList = list({
  columns: {
    name: { kind: 'reference', shown: true },
    merchant_kind: { kind: 'text', shown: true },
    status: { kind: 'status', shown: true },
    kyc_status: { kind: 'text', shown: true },
    email_address: { kind: 'text', shown: true },
    country: { kind: 'text', shown: true },
    created_at: { kind: 'time', shown: true },
    actions: { kind: 'text', shown: true },
    acc_status: { kind: 'text' },
    ph_number: { kind: 'text' },
    key: { kind: 'reference' },
  },
  filters: {
    status: choice(merchantStatuses),
    kyc_status: choice(kycStatuses),
    merchant_kind: choice(subMerchantKinds),
    country: { kind: 'text' as const, schema: country },
    created_at: timeRange(),
  },
  sorts: ['created_at'],
})

/** The merchants of a master, by page number. `filters` is the JSON of those that `/paginated` takes. */
export const listSubMerchants = call({
  at: 'GET /master-merchant/{key}/merchants',
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

/** The merchants of a master: filtered, searched by name, address or key, sorted by when they began. */
export const listSubMerchantsPaginated = call({
  at: 'POST /master-merchant/{key}/merchants/paginated',
  body: z.strictObject({
    ...subMerchantList.body.shape,
    /** As `sorting_data` by `created_at`. */
    order: z.enum(['asc', 'desc']).optional(),
  }),
  answer: page(SubMerchant),
  access: 'manageMerchants',
})

/** One of the merchants of a master, active or not. */
export const readSubMerchant = call({
  at: 'GET /api/master-merchant/{key}/merchants/{uuid}',
  answer: content(SubMerchant),
  access: 'manageMerchants',
})

const Invite = z.object({
  status: z.enum(inviteStates),
  email_address: z.string(),
  /** While it is open: for handing on by other ways than mail. Whoever registers by it has to confirm the address. */
  invite_link: secret(z.string()),
  created_at: timestamp,
  merchant_type: z.enum(merchantTypes),
  expires_at: timestamp,
})
export type Invite = z.input<typeof Invite>

/** Whom a master has invited, newest first; the latest 500. */
export const listMerchantInvites = call({
  at: 'GET /master-merchant/{key}/merchants-invite',
  answer: content(z.array(Invite)),
  access: 'manageMerchants',
})

/**
 * Switches a merchant of the master on or off (`ACTIVE`, `INACTIVE`). Inactive, nobody signs in for it and it takes no
 * payments, from this moment on; what is in flight comes to its end.
 */
export const setMerchantStatus = call({
  at: 'PUT /master-merchant/{key}/merchants/{uuid}/status/{status}',
  body: z.strictObject({ environment: environment.optional() }),
  answer: nothing,
  access: 'manageMerchants',
  faults: ['notFound'],
  notice: 'Merchant status updated',
  audit: 'merchant.set-status',
})

/**
 * Invites a merchant with a login of its own, by a mail with a link that is good once and for 7 days. Somebody invited
 * already gets a new link only by `invite/resend`.
 */
export const inviteMerchant = call({
  at: 'POST /master-merchant/{key}/merchants/invite',
  body: z.strictObject({
    email,
    merchant_type: z.enum(['MANAGED', 'CROSS_BORDER']),
    environment: environment.optional(),
  }),
  answer: nothing,
  access: 'manageMerchants',
  faults: ['duplicateName', 'tooMany'],
  notice: 'Invite sent',
  audit: 'merchant.invite',
  onFailure: 'inline',
})

/** Sends an invite anew, at most once a minute; the link before is void, and the 7 days begin again. */
export const resendInvite = call({
  at: 'POST /master-merchant/{key}/merchants/invite/resend',
  query: z.strictObject({ environment: environment.optional() }),
  body: z.strictObject({ email }),
  answer: nothing,
  access: 'manageMerchants',
  faults: ['notFound', 'tooFast'],
  notice: 'Invite sent again',
  audit: 'merchant.invite-again',
})

/** Calls an open invite off: its link is void. */
export const withdrawInvite = call({
  at: 'POST /api/master-merchant/{key}/merchants/invite/withdraw',
  body: z.strictObject({ email }),
  answer: nothing,
  access: 'manageMerchants',
  faults: ['notFound'],
  notice: 'Invite withdrawn',
  audit: 'merchant.withdraw-invite',
})

/**
 * Makes a merchant that the master owns, at once. Nobody signs in for it unless `is_login_allowed`: then its address is
 * invited to. With `use_master_merchant_creds` it takes payments by the master's channels.
 */
export const addMerchant = call({
  at: 'POST /master-merchant/{key}/add-merchant',
  body: z.strictObject({
    name: text(120),
    email_address: email,
    ph_number: z.union([phone, z.literal('')]).optional(),
    /** The installation's country for owned merchants, unless said otherwise. */
    country: country.optional(),
    is_login_allowed: z.boolean().optional(),
    /** Always false of a merchant that is added; others are invited. */
    is_invite_merchant: z.literal(false).optional(),
    use_master_merchant_creds: z.boolean().optional(),
    send_kyc_link_email: z.boolean().optional(),
    environment: environment.optional(),
  }),
  answer: content(SubMerchant),
  access: 'manageMerchants',
  faults: ['tooMany'],
  notice: 'Merchant added',
  audit: 'merchant.add',
  onFailure: 'inline',
})

const moved = z.array(text(64)).max(limits.merchantsMoved).optional()
/**
 * Lets merchants go (`remove_merchants`) and takes back those that were let go before (`add_merchants`); all or none. Their
 * data stays theirs. A managed one goes on by itself, an owned one becomes inactive. None can be added that has not
 * accepted an invite or was made by this master; others do not exist for it.
 */
export const changeMerchants = call({
  at: 'POST /master-merchant/{key}/merchants',
  query: z.strictObject({ environment: environment.optional() }),
  body: z.strictObject({ add_merchants: moved, remove_merchants: moved }),
  answer: nothing,
  access: 'manageMerchants',
  faults: ['notFound', 'tooMany'],
  notice: 'Merchants updated',
  audit: 'merchant.change-merchants',
})

/** What a link of an invite is about, for who has it. */
export const readInvite = call({
  at: 'POST /api/account/read-invite',
  body: z.strictObject({ invite_token: signedToken }),
  answer: content(
    z.object({
      email: z.string(),
      merchant_type: z.enum(merchantTypes),
      master_merchant_key: z.string(),
      master_merchant_name: z.string(),
      /** Of an `OWNED` one: the merchant that is there already. */
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

/** Says no to an invite, which is over with that. */
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
 * Puts the merchant of the session under the master that has invited it: only for a single merchant, by an administrator
 * of it whom the invite was written to. The master may read from then on; change things only with
 * `master_merchant_access`.
 */
export const acceptInvite = call({
  at: 'POST /api/merchants/{id}/accept-invite',
  body: z.strictObject({ invite_token: signedToken, master_merchant_access: z.boolean().optional() }),
  answer: nothing,
  access: 'administration',
  faults: ['linkInvalid', 'wrongState', 'denied'],
  notice: 'You have accepted the invite.',
  audit: 'merchant.accept-invite',
  onFailure: 'inline',
})

/** Who the merchant's master is, or was while it may still take the merchant back; empty names when there is none. */
export const readMaster = call({
  at: 'GET /api/merchants/{id}/master',
  answer: content(z.object({ name: z.string(), key: z.string(), is_former: z.boolean() })),
  access: 'anyUser',
})

/** Leaves the master, or says to a former one that it may not take the merchant back. Only the merchant's own people. */
export const leaveMaster = call({
  at: 'POST /api/merchants/{id}/leave-master',
  answer: nothing,
  access: 'administration',
  faults: ['wrongState', 'denied'],
  notice: 'You have left your master merchant.',
  audit: 'merchant.leave-master',
})
