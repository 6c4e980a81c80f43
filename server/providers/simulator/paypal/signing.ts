import { createHash, randomUUID, sign, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { makeCertificate, publicKeyOf, type Signer } from './x509.ts'

export interface Transmission {
  id: string
  time: string
  signature: string
  address: string
  webhook: string
}

export interface Signing {
  /** The headers of a call-back, signed for the webhook that gets it. */
  headers(webhook: string, body: string): Record<string, string>
  /** The certificate of an address, with the authority that signed it; undefined for an unknown one. */
  certificate(id: string): string | undefined
  /** Whether the simulator sent this body so. */
  isOurs(sent: Transmission, body: string): boolean
}

/**
 * Signs call-backs as PayPal does: RSA-SHA256 over `id|time|webhook|crc32(body)`. The key is made anew at each start, the
 * authority that stands for it is kept.
 */
export function signing(parts: {
  authority(): Signer | undefined
  keep(authority: Signer): void
  origin(): string
  now(): Date
}): Signing {
  const { authority, keep, origin, now } = parts
  let made: (Signer & { id: string }) | null = null

  function authorityNow(): Signer {
    const known = authority()
    if (known) return known
    const fresh = makeCertificate({ name: authorityName, now: now(), years: 20 })
    keep(fresh)
    return fresh
  }
  function signer(): Signer & { id: string } {
    if (made) return made
    const issuer = { ...authorityNow(), name: authorityName }
    const own = makeCertificate({ name: 'messageverificationcerts.sandbox.paypal.com', now: now(), years: 2, issuer })
    made = { ...own, id: `CERT-${createHash('sha256').update(own.certificate).digest('hex').slice(0, 24)}` }
    return made
  }
  const addressOf = (id: string): string => `${origin()}/v1/notifications/certs/${id}`
  const signed = (id: string, time: string, webhook: string, body: string): Buffer =>
    Buffer.from(`${id}|${time}|${webhook}|${crc32(body)}`)

  return {
    headers(webhook, body) {
      const { id: certificate, key } = signer()
      const [id, time] = [randomUUID(), `${now().toISOString().slice(0, 19)}Z`]
      return {
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': sign('sha256', signed(id, time, webhook, body), key).toString('base64'),
        'paypal-cert-url': addressOf(certificate),
        'paypal-auth-algo': 'SHA256withRSA',
      }
    },
    certificate(id) {
      if (id === 'authority') return authorityNow().certificate
      return id === signer().id ? signer().certificate + authorityNow().certificate : undefined
    },
    isOurs({ id, time, signature, address, webhook }, body) {
      const own = signer()
      if (address !== addressOf(own.id)) return false
      return verify('sha256', signed(id, time, webhook, body), publicKeyOf(own), Buffer.from(signature, 'base64'))
    },
  }
}

const authorityName = 'Simulated authority of PayPal'
