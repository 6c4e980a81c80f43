import { z } from 'zod'
import type { RuleName } from './access.ts'
import { auditActions, type AuditAction } from './audit-actions.ts'
import { historyAt } from './audit-history.ts'
import { call, content, page } from './kit/call.ts'
import { choice, exactly, exporting, list, timeRange } from './kit/list.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { environment, timestamp } from './kit/wire.ts'

export const auditResults = ['done', 'denied'] as const

const entry = {
  event_id: z.string(),
  at: timestamp,
  /** The name of the user; empty for the system. */
  actor: z.string(),
  /** The id of the user; empty for a merchant's server and the system. */
  actor_id: z.string(),
  /** Whether the user belongs to the merchant's master. */
  by_master: z.boolean(),
  /** One of `auditActions`; for a denied read, the name of the call. */
  action: z.string(),
  object_ref: z.string(),
  result: z.enum(auditResults),
  /** The reason of a denial, or another note. */
  why: z.string(),
  /** The changed fields; secrets are masked by asterisks. */
  changes: z.record(
    z.string(),
    z.object({ before: z.union([z.string(), z.boolean()]), after: z.union([z.string(), z.boolean()]) }),
  ),
  /** The client's IP address; empty for the system. */
  address: z.string(),
  request_id: z.string(),
}
export const AuditEntry = z.object({
  ...entry,
  /** The entry's number in the chain; null for entries older than the chain. */
  seq: z.number().nullable(),
})
export type AuditEntry = z.input<typeof AuditEntry>

export const auditLogList = list({
  columns: {
    at: { kind: 'time', shown: true },
    actor: { kind: 'text', shown: true },
    action: { kind: 'text', shown: true, words: 'auditActions' },
    result: { kind: 'status', shown: true, words: 'states.audit' },
    object_ref: { kind: 'reference', shown: true },
    address: { kind: 'reference', shown: true },
    why: { kind: 'text', words: 'auditWhys' },
    changes: { kind: 'text' },
    request_id: { kind: 'reference' },
    seq: { kind: 'number' },
  },
  filters: {
    at: timeRange(),
    actor_id: exactly(36),
    action: choice(Object.keys(auditActions) as [AuditAction, ...AuditAction[]]),
    result: choice(auditResults),
    object_ref: exactly(64),
    address: exactly(45),
  },
  phone: { head: ['action'], value: 'result', line: ['at', 'actor'] },
  sorts: ['at'],
})

/** The search matches a request's id or an object's reference. */
export const listAuditLogs = call({
  at: 'POST /merchants/{id}/audit-logs',
  masterAt: 'POST /master-merchant/{id}/audit-logs',
  params: { id: merchantRef() },
  body: auditLogList.body,
  answer: page(AuditEntry),
  access: 'administration',
})

/** All entries that match, as a spreadsheet. */
export const exportAuditLogs = call({
  at: 'POST /api/merchants/{id}/audit/export',
  masterAt: 'POST /api/master-merchant/{id}/audit/export',
  params: { id: merchantRef() },
  ...exporting(auditLogList, 'audit-log'),
  access: 'administration',
  audit: 'audit-log.export',
})

/** The actors in the log, by the name of their latest act, as choices for the filter. */
export const listAuditActors = call({
  at: 'GET /api/merchants/{id}/audit/actors',
  params: { id: merchantRef() },
  answer: content(z.array(z.object({ actor_id: z.string(), name: z.string() }))),
  access: 'administration',
})

/** The kinds of a broken entry; see docs/audit-log.md. */
export const auditFindings = [
  'edited',
  'inserted',
  'missing',
  'reordered',
  'end changed',
  'anchor changed',
  'unknown key',
  'unchained changed',
] as const

/** The state of the chain's verification. */
export const readAuditChain = call({
  at: 'GET /api/merchants/{id}/audit/chain',
  params: { id: merchantRef() },
  answer: content(
    z.object({
      /** The number of the newest row; 0 without any. */
      rows: z.number(),
      verified_rows: z.number(),
      /** Null before the first check. */
      verified_at: timestamp.nullable(),
      /** The first row whose seal or link is wrong. */
      finding: z.object({ row: z.number(), what: z.enum(auditFindings) }).nullable(),
    }),
  ),
  access: 'administration',
})

/**
 * The objects whose pages show their history, with the rule of the page. `secret`, `merchant`, `single-sign-on` and `kyc`
 * are named by the merchant's uuid; a user who manages merchants may also name a sub-merchant, and sees the acts of their
 * own merchant on it. The acts of a KYC are in the log of the merchant itself, so its master asks in its name. The history
 * of a ticket is for who sees the ticket, and that of an export for who sees the export.
 */
export const historyRules = {
  payment: 'transactionDetails',
  'payment-link': 'paymentLinks',
  'payment-page': 'paymentPages',
  invoice: 'invoices',
  price: 'subscriptions',
  subscription: 'subscriptions',
  beneficiary: 'payouts',
  'refund-batch': 'refund',
  payout: 'payouts',
  'third-party': 'transactionsList',
  'recon-file': 'reconData',
  'recon-run': 'reconData',
  settlement: 'reconData',
  'fee-claim': 'reconDashboard',
  webhook: 'webhooks',
  'routing-rule': 'paymentChannels',
  channel: 'paymentChannels',
  'payout-channel': 'payoutChannels',
  secret: 'webhooks',
  merchant: 'anyUser',
  user: 'administration',
  'single-sign-on': 'administration',
  kyc: 'manageMerchants',
  ticket: 'anyUser',
  export: 'anyUser',
} as const satisfies Record<string, RuleName>
export type HistoryObject = keyof typeof historyRules

/**
 * The acts on one object, newest first, at most a hundred, for users who may see the object. IP addresses and
 * request ids are only for users who may read the whole log.
 */
export const readHistory = call({
  at: historyAt,
  follows: [
    'payment',
    'payment_link',
    'payment_page',
    'beneficiary',
    'invoice',
    'price',
    'subscription',
    'refund_batch',
    'payout',
    'third_party_upload',
    'recon_file',
  ],
  body: z.strictObject({
    object: z.enum(Object.keys(historyRules) as [HistoryObject, ...HistoryObject[]]),
    ref: ref('auditSubject'),
    environment: environment.optional(),
  }),
  answer: content(z.array(z.object(entry))),
  access: 'anyUser',
  faults: ['notFound', 'denied'],
  repeat: 'safe',
})
