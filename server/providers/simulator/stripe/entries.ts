import { z } from 'zod'

/**
 * What the surface keeps in the simulator's file beside the operations of the book. Times are seconds, as Stripe's
 * are.
 */
const Metadata = z.record(z.string(), z.string())
const intent = z.strictObject({
  kind: z.literal('intent'),
  id: z.string(),
  account: z.string(),
  created: z.number(),
  /** In Stripe's units of the currency, which is in small letters. */
  amount: z.number(),
  currency: z.string(),
  type: z.string(),
  method: z.string().nullable(),
  bank: z.string().nullable(),
  payer_name: z.string(),
  description: z.string().nullable(),
  capture_method: z.string(),
  return_url: z.string(),
  expires_at: z.number().nullable(),
  client_secret: z.string(),
  metadata: Metadata,
})
export type Intent = z.infer<typeof intent>
const refund = z.strictObject({
  kind: z.literal('refund'),
  id: z.string(),
  account: z.string(),
  created: z.number(),
  intent: z.string(),
  amount: z.number(),
  metadata: Metadata,
})
export type RefundEntry = z.infer<typeof refund>
/** A card's token, under the name that browsers get. */
const method = z.strictObject({
  kind: z.literal('method'),
  id: z.string(),
  account: z.string(),
  created: z.number(),
  token: z.string(),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number(),
  exp_year: z.number(),
  name: z.string(),
})
export type Method = z.infer<typeof method>
const endpoint = z.strictObject({
  kind: z.literal('endpoint'),
  id: z.string(),
  account: z.string(),
  created: z.number(),
  url: z.string(),
  secret: z.string(),
  events: z.array(z.string()),
  api_version: z.string().nullable(),
  description: z.string().nullable(),
  /** Of a platform: for the call-backs of the accounts that it made. */
  connect: z.boolean().default(false),
})
export type Endpoint = z.infer<typeof endpoint>
/** An account that a platform made, as it stands at Stripe. */
const connected = z.strictObject({
  kind: z.literal('connected'),
  id: z.string(),
  platform: z.string(),
  created: z.number(),
  country: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  metadata: Metadata,
  stands: z.enum(['new', 'active', 'more', 'review', 'rejected']),
  reason: z.string(),
})
export type Connected = z.infer<typeof connected>
/** An address of the page on which an account is set up. */
const link = z.strictObject({
  kind: z.literal('link'),
  id: z.string(),
  account: z.string(),
  created: z.number(),
  expires_at: z.number(),
  refresh_url: z.string(),
  return_url: z.string(),
  used: z.boolean(),
})
export type SetupLink = z.infer<typeof link>
/** The answer that is kept for an idempotency key. */
const kept = z.strictObject({
  kind: z.literal('kept'),
  account: z.string(),
  key: z.string(),
  digest: z.string(),
  at: z.string(),
  status: z.number(),
  body: z.string(),
})
export type Kept = z.infer<typeof kept>

const Entry = z.discriminatedUnion('kind', [
  intent,
  refund,
  method,
  endpoint,
  connected,
  link,
  kept,
  z.strictObject({ kind: z.literal('canceled'), id: z.string(), reason: z.string(), at: z.number() }),
  z.strictObject({ kind: z.literal('removed'), id: z.string() }),
])
export type Entry = z.infer<typeof Entry>

/** The entries by what they are of; changed by `record` alone. */
export interface State {
  record(entry: unknown): void
  intents: Map<string, Intent>
  refunds: Map<string, RefundEntry>
  methods: Map<string, Method>
  endpoints: Map<string, Endpoint>
  connected: Map<string, Connected>
  links: Map<string, SetupLink>
  kept: Map<string, Kept>
  cancellations: Map<string, { reason: string; at: number }>
}

export function emptyState(): State {
  const state: State = {
    intents: new Map(),
    refunds: new Map(),
    methods: new Map(),
    endpoints: new Map(),
    connected: new Map(),
    links: new Map(),
    kept: new Map(),
    cancellations: new Map(),
    record(given) {
      const entry = Entry.parse(given)
      if (entry.kind === 'intent') state.intents.set(entry.id, entry)
      else if (entry.kind === 'refund') state.refunds.set(entry.id, entry)
      else if (entry.kind === 'method') state.methods.set(entry.id, entry)
      else if (entry.kind === 'endpoint') state.endpoints.set(entry.id, entry)
      else if (entry.kind === 'connected') state.connected.set(entry.id, entry)
      else if (entry.kind === 'link') state.links.set(entry.id, entry)
      else if (entry.kind === 'kept') state.kept.set(`${entry.account} ${entry.key}`, entry)
      else if (entry.kind === 'canceled') state.cancellations.set(entry.id, entry)
      else {
        state.intents.delete(entry.id)
        state.refunds.delete(entry.id)
        state.endpoints.delete(entry.id)
      }
    },
  }
  return state
}
