import { z } from 'zod'
import { secret } from './kit/wire.ts'
import { limits } from './limits.ts'

/** A header of the merchant's own: its name as it is sent, and its value, which is never shown again. */
const name = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, { error: 'not_a_header' })
  .refine((given) => !taken.test(given), { error: 'header_taken' })
  .meta({ examples: ['X-Shop-Key'] })
const value = secret(
  z
    .string()
    .trim()
    .regex(/^[\x20-\x7e]{0,1000}$/, { error: 'not_a_header_value' }),
)

/** Headers that are ours, or of HTTP itself. */
const taken =
  /^(webhook-.*|content-.*|proxy-.*|sec-.*|host|user-agent|accept-encoding|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|date|via|traceparent|tracestate)$/i

/** The headers of a webhook, in place of those before. One without a value keeps the one that it has. */
export const ownHeaders = z
  .array(z.strictObject({ name, value: value.optional() }))
  .max(limits.webhookHeaders, { error: 'too_many' })
  .refine((given) => new Set(given.map((one) => one.name.toLowerCase())).size === given.length, { error: 'twice' })
