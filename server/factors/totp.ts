import { Secret, TOTP } from 'otpauth'

/** A new seed for an authenticator app: 160 random bits, in Base32. */
export const newSeed = (): string => new Secret({ size: 20 }).base32

/** What an app scans: who it is for, and the seed. Six digits, SHA-1, 30 seconds: what every app can do. */
export const otpauthUrl = (seed: string, account: string): string => totpOf(seed, account).toString()

/** The step of 30 seconds that a code belongs to: this one, the one before or the one after; null for any other code. */
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
