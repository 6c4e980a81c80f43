import { createHmac, timingSafeEqual } from 'node:crypto'
import { canonicalMessage, signatureMessage, signatureVariants } from '#contract/kit/signature.ts'
import type { SignatureVariant } from '#contract/kit/signature.ts'

export { canonicalMessage }

/**
 * Signs parameters: standard Base64 of HMAC-SHA256 over {@link canonicalMessage}. `secret` is a merchant secret or a
 * session's signing key; its characters are the key. An empty one is a defect and throws.
 */
export const sign = (params: Readonly<Record<string, string>>, secret: string): string =>
  hmacBase64(canonicalMessage(params), secret)

/**
 * Whether `signature` is that of the parameters, and in whose encoding. Every encoding is computed and compared in
 * constant time each time, so that the time tells nothing; the canonical one is named when several agree, as they do
 * for most parameters. Only the exact Base64 text counts, not another spelling of the same bytes.
 */
export function verify(params: Readonly<Record<string, string>>, secret: string, signature: string): Verdict {
  if (!Object.entries(params).every(([name, value]) => name.isWellFormed() && value.isWellFormed()))
    return { ok: false }
  const given = Buffer.from(signature)
  const matching = variants.filter((variant) =>
    sameBytes(given, Buffer.from(hmacBase64(signatureMessage(params, variant), secret))),
  )
  const variant = matching[0]
  return variant ? { ok: true, variant } : { ok: false }
}

export type Verdict = { ok: true; variant: SignatureVariant } | { ok: false }

/** Standard Base64 of HMAC-SHA256; text stands for its UTF-8 bytes, in message and key. Throws for an empty secret. */
export function hmacBase64(message: string | Uint8Array, secret: string | Uint8Array): string {
  if (secret.length === 0) throw new Error('refused to sign with an empty secret')
  return createHmac('sha256', secret).update(message).digest('base64')
}

const variants = Object.keys(signatureVariants) as SignatureVariant[]

/** A text of another length is compared too, as zeros, which no Base64 text contains. */
const sameBytes = (given: Buffer, expected: Buffer) =>
  timingSafeEqual(given.length === expected.length ? given : Buffer.alloc(expected.length), expected)
