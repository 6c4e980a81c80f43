import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { environment, timestamp, webUrl } from './kit/wire.ts'

export const Confirmation = z.object({
  /** The address that is asked before a payment is captured; empty for none. */
  url: z.string(),
  /** When it was set; null without one. */
  changed_at: timestamp.nullable(),
})
export type Confirmation = z.input<typeof Confirmation>

/** The address of one mode at which the merchant's server decides whether an authorised payment is captured or voided. */
export const readConfirmation = call({
  at: 'GET /api/confirmations/{id}',
  params: { id: merchantRef() },
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(Confirmation),
  access: 'administration',
})

/**
 * Sets the address of one mode; the empty text takes it away. Payments that begin from then on are authorised only, where
 * their channel can, until the address has answered. `refusedUrl` for an address that is not one of a public https host.
 */
export const saveConfirmation = call({
  at: 'PUT /api/confirmations/{id}',
  params: { id: merchantRef() },
  body: z.strictObject({ url: z.union([webUrl, z.literal('')]), environment: environment.optional() }),
  answer: content(Confirmation),
  access: 'administration',
  faults: ['refusedUrl'],
  notice: 'Settings saved',
  audit: 'merchant.confirmation',
  onFailure: 'inline',
})
