import { createHmac, timingSafeEqual } from 'node:crypto'
import { signedNames } from '#contract/signed-names.ts'
import { canonicalMessage } from '#contract/kit/signature.ts'

/** Whether a signature fits; null where the secret to tell was not given, or nothing is signed so. */
export type Fits = boolean | null
export interface Received {
  at: string
  id: string
  headers: Record<string, string>
  body: string
  /** The headers' signature, by the secure secret. */
  headers_fit: Fits
  /** `signature_hash` of the body, by the merchant's secret. */
  body_fits: Fits
}
export interface ReceiverSecrets {
  /** `whsec_…`. */
  secure: string
  merchant: string
}

/** What came, and whether it verifies as a merchant's receiver would see it. */
export function receivedOf(
  headers: Record<string, string>,
  body: string,
  { secure, merchant }: ReceiverSecrets,
  at: Date,
): Received {
  const id = headers['webhook-id'] ?? ''
  return {
    at: at.toISOString(),
    id,
    headers,
    body,
    headers_fit: secure ? headersFit(headers, body, secure, at) : null,
    body_fits: merchant ? bodyFits(body, merchant) : null,
  }
}

function headersFit(headers: Record<string, string>, body: string, secure: string, at: Date): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': seconds = '', 'webhook-signature': signatures = '' } = headers
  if (!id || !(Math.abs(at.getTime() / 1_000 - Number(seconds)) < 300)) return false
  const key = Buffer.from(secure.replace('whsec_', ''), 'base64')
  const own = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest()
  return signatures.split(' ').some((one) => one.startsWith('v1,') && same(Buffer.from(one.slice(3), 'base64'), own))
}

/** By the first object whose names the body has all; null where it has none, or no signature. */
function bodyFits(body: string, merchant: string): Fits {
  const fields = fieldsOf(body)
  const given = fields?.['signature_hash']
  const names = Object.values(signedNames).find((all) => fields && all.every((name) => name in fields))
  if (!fields || typeof given !== 'string' || !names) return null
  const message = canonicalMessage(Object.fromEntries(names.map((name) => [name, String(fields[name])])))
  return same(Buffer.from(given, 'base64'), createHmac('sha256', merchant).update(message).digest())
}

function fieldsOf(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const same = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)
