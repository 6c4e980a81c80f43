import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { environment, timestamp } from './kit/wire.ts'

export const signatureFaults = ['ended_secret', 'hex', 'parameters'] as const

const count = z.object({ most: z.int(), left: z.int() })
const reached = z.object({ at: timestamp, route: z.string() })

/** What the merchant's developers need to know of this installation, and how far they have come. */
export const Integration = z.object({
  api_base: z.string(),
  openapi_url: z.string(),
  environment,
  merchant_key: z.string(),
  server_time: timestamp,
  /** The addresses from which webhooks come; empty when the operator names none. */
  egress_addresses: z.array(z.string()),
  /** Where the providers of connected channels send their call-backs. */
  callbacks: z.array(z.object({ channel_key: z.string(), name: z.string(), url: z.string() })),
  limits: z.object({
    /** In ten seconds, for each API process; what is left at this one. */
    calls: count,
    server_keys: count,
    webhooks: count,
    body_bytes: z.int(),
  }),
  checklist: z.object({
    first_call: reached.nullable(),
    first_signed_link: reached.nullable(),
    /** The latest delivery of a webhook that was answered with 2xx. */
    last_delivery: z.object({ at: timestamp, name: z.string() }).nullable(),
    /** The latest signature of a server that did not match; `why` is what is known of the cause. */
    last_bad_signature: reached.extend({ why: z.enum(signatureFaults), request_id: z.string() }).nullable(),
  }),
})
export type Integration = z.input<typeof Integration>

export const readIntegration = call({
  at: 'GET /api/merchants/{id}/integration',
  params: { id: merchantRef() },
  answer: content(Integration),
  access: 'webhooks',
})
