import { Secret, TOTP } from 'otpauth'

/** A new seed for an authenticator app: 160 random bits, in Base32. */
export const newSeed = (): string => new Secret({ size: 20 }).base32

/** The otpauth address for an app to scan, with account and seed. Every app supports six digits, SHA-1 and 30 seconds. */
export const otpauthUrl = (seed: string, account: string): string => totpOf(seed, account).toString()

/** The step of 30 seconds that a code belongs to: the present, previous or next one; null for any other code. */
export function stepOf(seed: string, code: string, now: Date): bigint | null {
  const timestamp = now.getTime()
  const delta = totpOf(seed).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : BigInt(TOTP.counter({ period, timestamp }) + delta)
}

const period = 30
const totpOf = (seed: string, label = '') =>
  new TOTP({
    issuer: 'Countinghouse',
    label,
    secret: Secret.fromBase32(seed),
    algorithm: 'SHA1',
    digits: 6,
    period,
  })
