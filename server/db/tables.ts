import type { Generated, JSONColumnType } from 'kysely'
import type { Role } from '#contract/access.ts'
import type { ChosenColumn } from '#contract/kit/columns.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { PasskeyPurpose, SecondFactor } from '#contract/factors.ts'
import type { LatePayment } from '#contract/late-payments.ts'
import type { TableName } from '#contract/table-names.ts'
import type { PaymentLinkState } from '#contract/payment-links.ts'
import type { MethodDetails } from '#contract/method-details.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { OfferedMethod, PaymentMethod } from '#contract/methods.ts'
import type { PaymentState, slipTypes } from '#contract/payments.ts'
import type { WebhookDelivery } from '#contract/webhook-deliveries.ts'
import type { MessageLanguage, MessageState, MessageWay } from '#contract/messages.ts'
import type { KycCompany, KycDocument, KycDocumentKind } from '#contract/kyc.ts'
import type { InviteState, InviteWay, MerchantType } from '#contract/master-merchants.ts'
import type { kycStatuses, merchantKinds, merchantStatuses } from '#contract/merchants.ts'
import type { DeclineReason } from '#contract/declines.ts'
import type { RefundBatchRowState, RefundBatchState } from '#contract/refund-batches.ts'
import type { RefundReason, RefundState, RefundType } from '#contract/refunds.ts'
import type { supportFileTypes, TicketCategory, TicketState } from '#contract/support.ts'
import type { WebhookType } from '#contract/webhooks.ts'
import type { UserEvent } from '#contract/users.ts'
import type { Changes } from '#server/kit/ctx.ts'
import type { OneTimePurpose } from '#server/kit/one-time-token.ts'

/** The tables as queries see them; `test/schema.test.ts` holds this to the migrated database. */
export interface Tables {
  merchants: MerchantTable
  sub_users: SubUserTable
  logins: { email_lower: string; merchant_id: string; sub_user_id: string }
  sessions: SessionTable
  session_tokens: {
    token_hash: Buffer
    merchant_id: string
    session_id: string
    environment: Environment
    created_at: Date
    view_as: Role[] | null
  }
  totp_factors: TotpFactorTable
  recovery_codes: {
    merchant_id: string
    sub_user_id: string
    code_hash: Buffer
    created_at: Date
    used_at: Date | null
  }
  passkeys: PasskeyTable
  passkey_challenges: {
    merchant_id: string
    sub_user_id: string
    challenge_hash: Buffer
    purpose: PasskeyPurpose
    about: string
    expires_at: Date
  }
  sign_in_challenges: {
    merchant_id: string
    sub_user_id: string
    token_hash: Buffer
    environment: Environment
    remember: boolean
    address: string
    expires_at: Date
    sso_proof: string | null
  }
  sso_connections: SsoConnectionTable
  sso_identities: {
    merchant_id: string
    issuer: string
    subject: string
    sub_user_id: string
    created_at: Date
    last_used_at: Date
  }
  sso_attempts: {
    merchant_id: string
    state_hash: Buffer
    browser_hash: Buffer
    facts_sealed: Buffer
    session_id: string | null
    return_to: string
    expires_at: Date
  }
  sso_proofs: SsoProofTable
  known_devices: { merchant_id: string; sub_user_id: string; device_hash: Buffer; last_used_at: Date }
  sign_in_failures: {
    name_hash: Buffer
    address: string
    failures: number
    last_failed_at: Date
    locked_until: Date | null
  }
  sign_in_addresses: { name_hash: Buffer; address: string; last_used_at: Date }
  idempotency_keys: {
    merchant_id: string
    environment: Environment
    owner: string
    key: string
    operation: string
    fingerprint: Buffer
    status: number | null
    answer: string | null
    created_at: Date
  }
  audit_events: AuditEventTable
  audit_heads: { merchant_id: string; environment: Environment; seq: bigint; link: Buffer }
  audit_anchors: {
    merchant_id: string
    environment: Environment
    seq: bigint
    link: Buffer
    at: Date
    key_id: Buffer
    mac: Buffer
  }
  audit_unchained: {
    merchant_id: string
    environment: Environment
    events: bigint
    digest: Buffer
    at: Date
    key_id: Buffer
    mac: Buffer
  }
  audit_checks: {
    merchant_id: string
    environment: Environment
    verified_seq: bigint
    verified_at: Date
    found_seq: bigint | null
    finding: Generated<string>
  }
  column_choices: {
    merchant_id: string
    sub_user_id: string
    list: TableName
    columns: JSONColumnType<ChosenColumn[]>
  }
  saved_views: SavedViewTable
  timeline: TimelineTable
  payment_channels: PaymentChannelTable
  payment_methods: PaymentMethodTable
  channel_fees: ChannelFeeTable
  ledger_transfers: LedgerTransferTable
  ledger_entries: LedgerEntryTable
  payment_links: PaymentLinkTable
  payments: PaymentTable
  refunds: RefundTable
  refund_batches: RefundBatchTable
  refund_batch_rows: RefundBatchRowTable
  notices: NoticeTable
  notifications: NotificationTable
  notification_mails: {
    merchant_id: string
    sub_user_id: string
    environment: Environment | ''
    kind: NotificationKind
    sent_at: Date | null
    due_at: Date | null
  }
  notification_preferences: {
    merchant_id: string
    sub_user_id: string
    kind: NotificationKind
    console: boolean
    email: boolean
  }
  notification_languages: { merchant_id: string; sub_user_id: string; language: MessageLanguage }
  support_tickets: TicketTable
  support_messages: TicketMessageTable
  support_files: SupportFileTable
  payment_slips: {
    merchant_id: string
    environment: Environment
    order_ref: string
    slip_id: string
    name: string
    type: (typeof slipTypes)[number]
    content: Buffer
    created_at: Date
  }
  payment_deltas: Sums<bigint> & {
    delta_id: Generated<bigint>
    bucket: Date
    payment_method: string
    channel_key: string
  }
  payment_totals: Sums<string> & { payment_method: string; channel_key: string }
  payment_hours: Sums<string> & { time_zone: string; hour: Date }
  payment_days: Sums<string> & { time_zone: string; day: string; payment_method: string; channel_key: string }
  payment_zones: { merchant_id: string; environment: Environment; time_zone: string; since: Date; payments: bigint }
  provider_callbacks: {
    merchant_id: string
    environment: Environment
    channel_key: string
    event_id: string
    order_ref: string
    outcome: string
    effect: 'applied' | 'ignored'
    at: Date
    received_at: Date
    refund_id: Generated<string>
    body: Generated<string>
  }
  merchant_changes: {
    merchant_id: string
    change_id: string
    at: Date
    actor_name: string
    changes: JSONColumnType<Changes, string, string>
  }
  sub_user_changes: {
    merchant_id: string
    sub_user_id: string
    change_id: string
    at: Date
    actor_name: string
    event: UserEvent
    changes: JSONColumnType<Changes, string, string>
  }
  merchant_logos: { merchant_id: string; digest: Buffer; picture: Buffer; type: string; created_at: Date }
  webhooks: WebhookTable
  webhook_secrets: {
    merchant_id: string
    environment: Environment
    secret_id: string
    secret_sealed: Buffer
    created_at: Date
    expires_at: Date | null
  }
  webhook_events: {
    merchant_id: string
    environment: Environment
    event_id: string
    type: WebhookType
    object_ref: string
    body: string
    created_at: Date
  }
  webhook_deliveries: WebhookDeliveryTable
  messages: MessageTable
  one_time_tokens: {
    merchant_id: string
    sub_user_id: string
    purpose: OneTimePurpose
    token_hash: Buffer
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  registrations: {
    registration_id: string
    merchant_name: string
    email: string
    country: string
    password_phc: string
    language: MessageLanguage
    created_at: Date
    invite_id: string | null
    invite_way: InviteWay | null
  }
  merchant_invites: MerchantInviteTable
  kyc_cases: KycCaseTable
  kyc_documents: KycDocumentTable
  lent_channels: { merchant_id: string; environment: Environment; channel_key: string; lender_id: string }
  set_up_tokens: { token_hash: Buffer; created_at: Date; expires_at: Date; used_at: Date | null }
  remembered_logins: {
    merchant_id: string
    remembered_id: string
    sub_user_id: string
    cookie_hash: Buffer
    environment: Environment
    created_at: Date
    expires_at: Date
  }
  webhook_attempts: {
    merchant_id: string
    environment: Environment
    delivery_id: string
    attempt_id: string
    at: Date
    status: number
    fault: string
    duration_ms: number
    response: string
  }
}

interface MerchantTable {
  merchant_id: string
  key: string
  slug: string
  name: string
  brand_name: Generated<string>
  website_url: Generated<string>
  email: string
  country: string
  currency: Currency
  time_zone: Generated<string>
  logo: Generated<string>
  kind: (typeof merchantKinds)[number]
  master_id: string | null
  master_access: Generated<boolean>
  status: Generated<(typeof merchantStatuses)[number]>
  kyc_status: Generated<(typeof kycStatuses)[number]>
  cross_border_enabled: Generated<boolean>
  verify_payouts_enabled: Generated<boolean>
  recon_analytics_enabled: Generated<boolean>
  recon_dashboard_enabled: Generated<boolean>
  recon_reports_enabled: Generated<boolean>
  wrapped_key: Buffer
  secret_sealed: Buffer
  created_at: Date
  revision: Generated<number>
  require_two_step: Generated<boolean>
  phone: Generated<string>
  login_allowed: Generated<boolean>
  use_master_creds: Generated<boolean>
  cross_border_model: Generated<'' | 'PARTNERSHIP'>
  former_master_id: string | null
}
interface MerchantInviteTable {
  merchant_id: string
  invite_id: string
  email: string
  email_lower: string
  merchant_type: MerchantType
  for_merchant_id: string | null
  language: MessageLanguage
  state: Generated<InviteState>
  round: Generated<number>
  created_at: Date
  sent_at: Date
  expires_at: Date
  ended_at: Date | null
  accepted_by: string | null
}
interface KycCaseTable {
  merchant_id: string
  company: JSONColumnType<KycCompany, string | undefined, string>
  note: Generated<string>
  link_round: Generated<number>
  link_expires_at: Date | null
  link_sent_at: Date | null
  submitted_at: Date | null
  reviewed_at: Date | null
  reviewed_by: Generated<string>
}
interface KycDocumentTable {
  merchant_id: string
  document_id: string
  kind: KycDocumentKind
  name: string
  type: KycDocument['type']
  size_bytes: number
  content_sealed: Buffer
  state: Generated<KycDocument['state']>
  reason: Generated<string>
  created_at: Date
}
interface SubUserTable {
  merchant_id: string
  sub_user_id: string
  name: string
  email: string
  phone: Generated<string>
  roles: Role[]
  is_active: Generated<boolean>
  is_email_verified: Generated<boolean>
  is_2fa_enabled: Generated<boolean>
  /** Empty until they have chosen one. */
  password_phc: string
  created_at: Date
  invited_at: Date | null
  revision: Generated<number>
}
interface SessionTable {
  merchant_id: string
  session_id: string
  sub_user_id: string
  cookie_hash: Buffer
  environment: Environment
  created_at: Date
  last_seen_at: Date
  proved_at: Date
  expires_at: Date
  locked_at: Date | null
  ended_at: Date | null
  address: string
  user_agent: string
  second_factor: SecondFactor | null
  sso: Generated<boolean>
  sso_browser_hash: Buffer | null
  sso_id_token_sealed: Buffer | null
}
interface SsoConnectionTable {
  merchant_id: string
  tenant_id: string
  company_name: string
  issuer: string
  client_id: string
  secret_sealed: Buffer
  scopes: string[]
  enabled: boolean
  required: boolean
  break_glass_user: string | null
  provision: boolean
  provision_roles: Role[]
  revision: Generated<number>
  created_at: Date
  updated_at: Date
}
interface SsoProofTable {
  merchant_id: string
  proof_id: string
  browser_hash: Buffer
  facts_sealed: Buffer
  return_to: string
  link_hash: Buffer
  mail_hash: Buffer | null
  mail_user: string | null
  mailed_at: Date | null
  expires_at: Date
}
interface TotpFactorTable {
  merchant_id: string
  sub_user_id: string
  seed_sealed: Buffer | null
  enabled_at: Date | null
  pending_sealed: Buffer | null
  pending_at: Date | null
  last_step: Generated<bigint>
  tries: Generated<number>
  locks: Generated<number>
  locked_until: Date | null
}
interface PasskeyTable {
  merchant_id: string
  sub_user_id: string
  passkey_id: string
  credential_id: string
  name: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  is_synced: boolean
  created_at: Date
  last_used_at: Date | null
}
interface AuditEventTable {
  merchant_id: string
  environment: Environment
  event_id: string
  at: Date
  actor_merchant_id: string | null
  actor_id: string | null
  actor_name: string
  action: string
  object_ref: string
  result: 'done' | 'denied'
  why: string
  changes: JSONColumnType<Changes, string | undefined, never>
  address: string
  request_id: string
  /** Null, as all of these, in rows from before the chain. */
  seq: bigint | null
  key_id: Buffer | null
  mac: Buffer | null
  link: Buffer | null
}
interface TimelineTable {
  merchant_id: string
  environment: Environment
  object_type: string
  object_ref: string
  entry_id: string
  at: Date
  event: string
  actor_name: string
  facts: JSONColumnType<Record<string, string>>
}
interface PaymentChannelTable {
  merchant_id: string
  environment: Environment
  channel_key: string
  provider: string
  name: string
  country: Generated<string>
  is_enabled: Generated<boolean>
  creds_sealed: Buffer
  created_at: Date
}
interface PaymentMethodTable {
  merchant_id: string
  environment: Environment
  channel_key: string
  type: OfferedMethod
  sub_type: string
  is_enabled: Generated<boolean>
  is_default: Generated<boolean>
}
interface ChannelFeeTable {
  merchant_id: string
  environment: Environment
  channel_key: string
  currency: Currency
  percent_fee: string
  minimum_fee_minor: bigint
  flat_fee_minor: bigint
  tax_percent: string
}
interface LedgerTransferTable {
  merchant_id: string
  environment: Environment
  transfer_id: string
  kind: string
  business_key: string
  object_type: string
  object_ref: string
  at: Date
}
interface LedgerEntryTable {
  merchant_id: string
  environment: Environment
  transfer_id: string
  line: number
  account: string
  currency: Currency
  amount_minor: bigint
}
interface PaymentLinkTable {
  merchant_id: string
  environment: Environment
  link_ref: string
  merchant_order_ref: string
  amount_minor: bigint
  currency: Currency
  country: string
  customer_name: string
  customer_name_lower: string
  email: string
  email_lower: string
  phone: string
  description: string
  status: PaymentLinkState
  source: string
  created_at: Date
  created_by: string
  created_by_id: Generated<string | null>
  expiry_hours: number | null
  expires_at: Date | null
  success_url: string
  failure_url: string
  merchant_back_url: string
  merchant_name: string
  merchant_logo: string
  promo_code: string
  promo_discount_minor: bigint
  shipping_charges_minor: bigint
  billing_line_1: string
  billing_line_2: string
  billing_city: string
  billing_country: string
  user_configured_fields: string[]
  notify_by_email: boolean
  notify_by_phone: boolean
  late_payment: LatePayment
  ip_address: string
  language: Generated<MessageLanguage>
}
interface PaymentTable {
  merchant_id: string
  environment: Environment
  order_ref: string
  merchant_order_ref: string
  channel_order_ref: Generated<string>
  link_ref: Generated<string>
  amount_minor: bigint
  currency: Currency
  status: PaymentState
  previous_status: Generated<PaymentState | ''>
  status_reason: Generated<string>
  channel_text: Generated<string>
  payment_method: PaymentMethod
  payment_sub_type: Generated<string>
  actual_payment_method: Generated<PaymentMethod | ''>
  method_details: JSONColumnType<MethodDetails, string | undefined, string>
  /** Until when the shopper may pay; null for what was begun without a limit. */
  expires_at: Date | null
  /** When the shopper asked the provider to end it while it was pending. */
  cancel_asked_at: Date | null
  /** When the provider was last asked out of turn, for a shopper who came back from its page. */
  nudged_at: Generated<Date | null>
  channel_key: string
  channel_token: string | null
  channel_asked_at: Date | null
  masked_card_number: Generated<string>
  card_brand: Generated<string>
  shopper_name: string
  shopper_email: string
  shopper_email_lower: string
  shopper_phone: string
  shopper_address: string
  shopper_ip: string
  device_info: string
  description: string
  source: string
  fee_minor: Generated<bigint>
  fee_tax_minor: Generated<bigint>
  late: Generated<boolean>
  refunded_minor: Generated<bigint>
  refunding_minor: Generated<bigint>
  held: Generated<boolean>
  fee_terms: JSONColumnType<KeptFeeTerms> | null
  created_at: Date
  updated_at: Date
}
/** What a fee was made by, as it was when the money came; minor units as decimal text. */
export interface KeptFeeTerms {
  percent_fee: string
  minimum_fee_minor: string
  flat_fee_minor: string
  tax_percent: string
}
interface NoticeTable {
  merchant_id: string
  notice_id: string
  /** Empty: of the merchant as a whole. */
  environment: Environment | ''
  kind: string
  facts: JSONColumnType<Record<string, string>>
  to_sub_user: string | null
  once: string | null
  state: Generated<'new' | 'told'>
  created_at: Date
}
interface NotificationTable {
  merchant_id: string
  sub_user_id: string
  notice_id: string
  environment: Environment | ''
  in_console: boolean
  mail_due: boolean
  read_at: Date | null
}
interface TicketTable {
  merchant_id: string
  environment: Environment
  ticket_ref: string
  subject: string
  category: TicketCategory
  status: TicketState
  request_id: string
  route: string
  failed_at: Date | null
  messages: number
  created_by: string
  created_by_id: string
  created_at: Date
  updated_at: Date
}
interface TicketMessageTable {
  merchant_id: string
  environment: Environment
  ticket_ref: string
  message_id: string
  from_operator: boolean
  author: string
  body: string
  created_at: Date
}
interface SupportFileTable {
  merchant_id: string
  environment: Environment
  file_id: string
  sub_user_id: string
  ticket_ref: string | null
  message_id: string | null
  name: string
  type: (typeof supportFileTypes)[number]
  size_bytes: number
  content: Buffer
  created_at: Date
}
interface RefundBatchTable {
  merchant_id: string
  environment: Environment
  batch_id: string
  file_name: string
  status: RefundBatchState
  created_at: Date
  created_by: string
  confirmed_by: Generated<string>
  confirmed_by_id: Generated<string | null>
  starts_at: Date | null
  finished_at: Date | null
  updated_at: Date
}
interface RefundBatchRowTable {
  merchant_id: string
  environment: Environment
  row_ref: string
  batch_id: string
  row_no: bigint
  row_key: Buffer
  state: RefundBatchRowState
  reference: string
  amount_text: string
  currency_text: string
  reason_text: string
  note: string
  fault: Generated<string>
  fault_params: JSONColumnType<Record<string, string | number>>
  order_ref: Generated<string>
  amount_minor: bigint | null
  currency: Generated<Currency | ''>
  refund_id: Generated<string>
}
interface RefundTable {
  merchant_id: string
  environment: Environment
  refund_id: string
  order_ref: string
  psp_refund_id: Generated<string>
  amount_minor: bigint
  currency: Currency
  status: RefundState
  type: RefundType
  reason: RefundReason
  note: string
  manual: boolean
  from_suspense: boolean
  channel_key: string
  channel_asked_at: Date | null
  fail_reason: Generated<DeclineReason | ''>
  channel_text: Generated<string>
  created_by: string
  asked_by_id: Generated<string | null>
  created_at: Date
  updated_at: Date
}
/** Sums of payments; amounts outgrow a bigint in hours and days. */
interface Sums<Amount> {
  merchant_id: string
  environment: Environment
  currency: Currency
  status: PaymentState
  payments: bigint
  amount_minor: Amount
  fee_minor: Amount
  fee_tax_minor: Amount
  held_minor: Amount
  refunded_minor: Amount
}
interface SavedViewTable {
  merchant_id: string
  sub_user_id: string
  view_id: string
  list: TableName
  name: string
  name_lower: string
  search: JSONColumnType<Record<string, string>>
  columns: JSONColumnType<ChosenColumn[]>
  is_default: boolean
  created_at: Date
}
interface WebhookTable {
  merchant_id: string
  environment: Environment
  webhook_id: string
  name: string
  name_lower: string
  url: string
  type: WebhookType
  enabled: Generated<boolean>
  created_at: Date
  deleted_at: Date | null
  silent_since: Date | null
  failing_since: Date | null
  failing_told_at: Generated<Date | null>
}
interface WebhookDeliveryTable {
  merchant_id: string
  environment: Environment
  delivery_id: string
  seq: Generated<bigint>
  event_id: string
  webhook_id: string
  object_ref: string
  state: Generated<WebhookDelivery['state']>
  attempts: Generated<number>
  fence: Generated<number>
  claimed_until: Date | null
  first_attempt_at: Date | null
  next_attempt_at: Date | null
  waits_for: 'order' | 'place' | null
  resent_at: Date | null
  created_at: Date
}
interface MessageTable {
  merchant_id: string
  environment: Environment
  message_id: string
  way: MessageWay
  recipient: string
  subject: string
  text_sealed: Buffer
  about_type: string
  about_ref: string
  state: Generated<MessageState>
  attempts: Generated<number>
  next_attempt_at: Date | null
  fault: Generated<string>
  created_at: Date
  settled_at: Date | null
}
