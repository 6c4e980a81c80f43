import { z } from 'zod'
import type { RuleName } from './access.ts'
import { call, content } from './kit/call.ts'
import { feeNotices } from './notifications-of-fees.ts'
import { payoutNotices } from './notifications-of-payouts.ts'
import { reconFileNotices } from './notifications-of-recon-files.ts'
import { reconIntakeNotices } from './notifications-of-recon-intake.ts'
import { reconRunNotices } from './notifications-of-recon-runs.ts'
import { remittanceNotices } from './notifications-of-remittances.ts'
import type { ScreenName } from './screens.ts'

export { listNotifications, markAllNotificationsRead, markNotificationRead } from './notification-list.ts'

/** The urgency: `alarm` needs a person now, `warning` soon. */
export const severities = ['info', 'success', 'warning', 'alarm'] as const
export type Severity = (typeof severities)[number]

/** The declaration of a kind of notification; its texts are in `i18n/<tag>/notices.json`. */
export interface KindSpec {
  severity: Severity
  /** The rule of the users who get it, by their roles; a merchant with such an object is onboarded where the rule asks for it. */
  audience: RuleName
  /** For one user, who also has to satisfy `audience`. */
  personal?: true
  /** The default preference. */
  console: boolean
  email: boolean
  /** Always shown in the console, since it concerns the security of the account. */
  fixed?: true
  /** Other code sends a mail about it, so that notifications send none. */
  mailed?: true
  /** Concerns the whole merchant and is shown in both environments. */
  everywhere?: true
  /** The facts for its text and its link. */
  facts: readonly string[]
  /** The screen that it opens, and the fact of each query parameter. */
  opens: { to: ScreenName; search?: Readonly<Record<string, string>>; fixed?: Readonly<Record<string, string>> }
}

export const notificationKinds = {
  ...payoutNotices,
  ...reconFileNotices,
  ...reconIntakeNotices,
  ...reconRunNotices,
  ...feeNotices,
  ...remittanceNotices,
  link_paid: {
    severity: 'success', audience: 'paymentLinks', personal: true, console: true, email: false,
    facts: ['link_ref', 'amount', 'order_id'], opens: { to: 'paymentLinkDetails', search: { ref: 'link_ref' } },
  },
  // Off by default, since there may be thousands a day.
  payment_received: {
    severity: 'success', audience: 'transactionDetails', console: false, email: false,
    facts: ['order_ref', 'amount', 'order_id'], opens: { to: 'paymentDetails', search: { order_ref: 'order_ref' } },
  },
  late_payment_held: {
    severity: 'warning', audience: 'refund', console: true, email: true,
    facts: ['order_ref', 'amount', 'order_id'], opens: { to: 'paymentDetails', search: { order_ref: 'order_ref' } },
  },
  late_payment_refunded: {
    severity: 'info', audience: 'refund', console: true, email: false,
    facts: ['order_ref', 'amount', 'order_id'], opens: { to: 'paymentDetails', search: { order_ref: 'order_ref' } },
  },
  late_order_refunded: {
    severity: 'info', audience: 'transactionDetails', console: true, email: false,
    facts: ['order_ref', 'amount', 'order_id', 'title'], opens: { to: 'paymentDetails', search: { order_ref: 'order_ref' } },
  },
  page_sold_out: {
    severity: 'warning', audience: 'paymentPages', console: true, email: true,
    facts: ['page_ref', 'title'], opens: { to: 'paymentPageDetails', search: { ref: 'page_ref' } },
  },
  page_low_stock: {
    severity: 'warning', audience: 'paymentPages', console: true, email: true,
    facts: ['page_ref', 'title', 'left'], opens: { to: 'paymentPageDetails', search: { ref: 'page_ref' } },
  },
  page_expiring: {
    severity: 'warning', audience: 'paymentPages', console: true, email: true,
    facts: ['page_ref', 'title', 'expires'], opens: { to: 'paymentPageDetails', search: { ref: 'page_ref' } },
  },
  subscription_payment_failed: {
    severity: 'warning', audience: 'subscriptions', console: true, email: false,
    facts: ['order_ref', 'customer', 'amount'], opens: { to: 'subscriptionDetails', search: { ref: 'order_ref' } },
  },
  subscription_recovered: {
    severity: 'success', audience: 'subscriptions', console: true, email: false,
    facts: ['order_ref', 'customer', 'amount'], opens: { to: 'subscriptionDetails', search: { ref: 'order_ref' } },
  },
  subscription_cancelled: {
    severity: 'warning', audience: 'subscriptions', console: true, email: false,
    facts: ['order_ref', 'customer', 'price'], opens: { to: 'subscriptionDetails', search: { ref: 'order_ref' } },
  },
  mandate_revoked: {
    severity: 'warning', audience: 'subscriptions', console: true, email: false,
    facts: ['order_ref', 'customer', 'price'], opens: { to: 'subscriptionDetails', search: { ref: 'order_ref' } },
  },
  invoice_paid: {
    severity: 'success', audience: 'invoices', personal: true, console: true, email: false,
    facts: ['invoice_ref', 'number', 'customer', 'amount'], opens: { to: 'invoiceDetails', search: { ref: 'invoice_ref' } },
  },
  invoice_overdue: {
    severity: 'warning', audience: 'invoices', console: true, email: false,
    facts: ['invoice_ref', 'number', 'customer', 'amount'], opens: { to: 'invoiceDetails', search: { ref: 'invoice_ref' } },
  },
  invoice_message_failed: {
    severity: 'warning', audience: 'invoices', console: true, email: true,
    facts: ['invoice_ref', 'number', 'recipient'], opens: { to: 'invoiceDetails', search: { ref: 'invoice_ref' } },
  },
  invoice_not_sent: {
    severity: 'alarm', audience: 'invoices', console: true, email: true,
    facts: ['invoice_ref', 'customer'], opens: { to: 'invoiceDetails', search: { ref: 'invoice_ref' } },
  },
  invoice_batch_done: {
    severity: 'info', audience: 'invoices', personal: true, console: true, email: true,
    facts: ['batch_id', 'file_name', 'made', 'failed'], opens: { to: 'invoices', search: { import: 'batch_id' } },
  },
  // Only for who has not fetched the file.
  invoice_archive_done: {
    severity: 'info', audience: 'invoices', personal: true, console: true, email: false,
    facts: ['archive_id', 'ready', 'left_out'], opens: { to: 'invoices', search: { archive: 'archive_id' } },
  },
  export_ready: {
    severity: 'success', audience: 'anyUser', personal: true, console: true, email: true,
    facts: ['export_id', 'rows'], opens: { to: 'exports', search: { export: 'export_id' } },
  },
  export_failed: {
    severity: 'warning', audience: 'anyUser', personal: true, console: true, email: true,
    facts: ['export_id'], opens: { to: 'exports', search: { export: 'export_id' } },
  },
  export_schedule_paused: {
    severity: 'warning', audience: 'anyUser', personal: true, console: true, email: true,
    facts: ['schedule'], opens: { to: 'exports', fixed: { tab: 'schedules' } },
  },
  alert_fired: {
    severity: 'alarm', audience: 'dashboard', personal: true, console: true, email: true,
    facts: ['alert', 'value', 'threshold', 'minutes'], opens: { to: 'monitoring' },
  },
  alert_cleared: {
    severity: 'success', audience: 'dashboard', personal: true, console: true, email: true,
    facts: ['alert', 'value', 'threshold', 'minutes'], opens: { to: 'monitoring' },
  },
  slip_received: {
    severity: 'warning', audience: 'refund', console: true, email: true,
    facts: ['order_ref', 'amount', 'order_id'], opens: { to: 'paymentDetails', search: { order_ref: 'order_ref' } },
  },
  refund_succeeded: {
    severity: 'success', audience: 'transactionDetails', personal: true, console: true, email: false,
    facts: ['order_ref', 'amount'], opens: { to: 'paymentDetails', search: { order_ref: 'order_ref' } },
  },
  refund_failed: {
    severity: 'alarm', audience: 'refund', console: true, email: true,
    facts: ['order_ref', 'amount'], opens: { to: 'paymentDetails', search: { order_ref: 'order_ref' } },
  },
  refund_batch_done: {
    severity: 'info', audience: 'refund', personal: true, console: true, email: true,
    facts: ['batch_id', 'file_name', 'asked', 'failed'], opens: { to: 'refundBatches', search: { batch: 'batch_id' } },
  },
  link_message_failed: {
    severity: 'warning', audience: 'paymentLinks', personal: true, console: true, email: false,
    facts: ['link_ref', 'recipient'], opens: { to: 'paymentLinkDetails', search: { ref: 'link_ref' } },
  },
  channel_refused: {
    severity: 'alarm', audience: 'administration', console: true, email: true,
    facts: ['channel', 'name'], opens: { to: 'paymentChannel', search: { channel: 'channel' } },
  },
  channel_resting: {
    severity: 'alarm', audience: 'administration', console: true, email: true,
    facts: ['channel', 'order_ref'], opens: { to: 'paymentDetails', search: { order_ref: 'order_ref' } },
  },
  onboarding_active: {
    severity: 'success', audience: 'administration', console: true, email: true,
    facts: ['channel', 'name'], opens: { to: 'paymentChannel', search: { channel: 'channel' } },
  },
  onboarding_action_required: {
    severity: 'warning', audience: 'administration', console: true, email: true,
    facts: ['channel', 'name'], opens: { to: 'channelOnboarding', search: { channelName: 'channel' } },
  },
  onboarding_rejected: {
    severity: 'alarm', audience: 'administration', console: true, email: true,
    facts: ['channel', 'name'], opens: { to: 'channelOnboarding', search: { channelName: 'channel' } },
  },
  rollout_taken_back: {
    severity: 'warning', audience: 'administration', console: true, email: true,
    facts: ['rule', 'routing_ref', 'tried', 'others'], opens: { to: 'routingRule', search: { rule: 'routing_ref' } },
  },
  authorisation_lapsing: {
    severity: 'alarm', audience: 'refund', console: true, email: true,
    facts: ['order_ref', 'amount', 'order_id'], opens: { to: 'paymentDetails', search: { order_ref: 'order_ref' } },
  },
  webhook_failing: {
    severity: 'warning', audience: 'webhooks', console: true, email: true,
    facts: ['webhook_id', 'name'], opens: { to: 'webhooks', search: { webhook: 'webhook_id' } },
  },
  webhook_switched_off: {
    severity: 'alarm', audience: 'webhooks', console: true, email: true,
    facts: ['webhook_id', 'name'], opens: { to: 'webhooks', search: { webhook: 'webhook_id' } },
  },
  webhook_secret_reset: {
    severity: 'warning', audience: 'webhooks', console: true, email: true, fixed: true,
    facts: ['by'], opens: { to: 'webhooks', fixed: { tab: 'security' } },
  },
  secret_revealed: {
    severity: 'warning', audience: 'administration', console: true, email: true, fixed: true, everywhere: true,
    facts: ['by'], opens: { to: 'webhooks', fixed: { tab: 'keys' } },
  },
  secret_rotated: {
    severity: 'warning', audience: 'administration', console: true, email: true, fixed: true, everywhere: true,
    facts: ['by'], opens: { to: 'webhooks', fixed: { tab: 'keys' } },
  },
  server_key_made: {
    severity: 'warning', audience: 'administration', console: true, email: true, fixed: true,
    facts: ['by', 'name'], opens: { to: 'webhooks', fixed: { tab: 'keys' } },
  },
  master_access_changed: {
    severity: 'warning', audience: 'administration', console: true, email: true, fixed: true, everywhere: true,
    facts: ['by', 'access'], opens: { to: 'generalSettings' },
  },
  sign_in_new_device: {
    severity: 'warning', audience: 'anyUser', personal: true, console: true, email: true, fixed: true, mailed: true, everywhere: true,
    facts: ['place'], opens: { to: 'profile' },
  },
  two_step_changed: {
    severity: 'warning', audience: 'anyUser', personal: true, console: true, email: true, fixed: true, mailed: true, everywhere: true,
    facts: [], opens: { to: 'profile' },
  },
  password_changed: {
    severity: 'warning', audience: 'anyUser', personal: true, console: true, email: true, fixed: true, everywhere: true,
    facts: ['address'], opens: { to: 'profile' },
  },
  ledger_alarm: {
    severity: 'alarm', audience: 'administration', console: true, email: true, fixed: true,
    facts: ['invariant'], opens: { to: 'supportTickets', fixed: { new: '1' } },
  },
  ticket_answered: {
    severity: 'info', audience: 'anyUser', personal: true, console: true, email: true,
    facts: ['ticket_ref', 'subject'], opens: { to: 'supportTickets', search: { ticket: 'ticket_ref' } },
  },
} as const satisfies Record<string, KindSpec> // prettier-ignore
export type NotificationKind = keyof typeof notificationKinds
/** The facts of a kind, each as text; amounts with their currency. */
export type FactsOf<K extends NotificationKind> = Record<(typeof notificationKinds)[K]['facts'][number], string>
export const kindNames = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]]
export const kindOf = (kind: NotificationKind): KindSpec => notificationKinds[kind]

/** The query parameters of a notification's screen. */
export function searchOf(kind: NotificationKind, facts: Readonly<Record<string, string>>): Record<string, string> {
  const { search = {}, fixed = {} } = kindOf(kind).opens
  return { ...fixed, ...Object.fromEntries(Object.entries(search).map(([name, fact]) => [name, facts[fact] ?? ''])) }
}

export const NotificationPreference = z.object({
  kind: z.enum(kindNames),
  console: z.boolean(),
  email: z.boolean(),
})
export type NotificationPreference = z.infer<typeof NotificationPreference>

/** The user's preferences for each kind that their roles allow. */
export const readNotificationPreferences = call({
  at: 'GET /api/notifications/preferences',
  answer: content(z.array(NotificationPreference)),
  access: 'anyUser',
})

/** Changes the preferences that are sent. A `fixed` kind stays on in the console. */
export const saveNotificationPreferences = call({
  at: 'PUT /api/notifications/preferences',
  body: z.strictObject({
    preferences: z
      .array(z.strictObject({ kind: z.enum(kindNames), console: z.boolean(), email: z.boolean() }))
      .min(1)
      .max(kindNames.length),
  }),
  answer: content(z.array(NotificationPreference)),
  access: 'anyUser',
  audit: 'notification-preferences.save',
  notice: 'Notification Settings Updated successfully',
})

/** The fragment of the profile's address that scrolls to the preferences. */
export const preferencesFragment = 'notifications'
