import { describe, expect, it } from 'vitest'
import { secureHash, sessionSigningKey } from './session-key.ts'

const secret = 'merchant-secret-0001'
const session = '0198a5f0-0000-7000-8000-000000000001'

describe('sessionSigningKey', () => {
  // openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt key:… -kdfopt salt:… -kdfopt info:'console|sandbox' -binary HKDF
  it('is HKDF-SHA256 as OpenSSL computes it', () => {
    expect(sessionSigningKey(secret, session, 'sandbox')).toBe('6CY5WWG4CRuoDohfp4834T0HXky7RhVh-w5_Hrphz4w')
    expect(sessionSigningKey(secret, session, 'live')).toBe('YEwsclmVUoGls5ZKtryhgl0KZl4xknDvAMaD0bqqJ5Q')
  })

  it('differs by secret, session and environment', () => {
    const keys = [
      sessionSigningKey(secret, session, 'sandbox'),
      sessionSigningKey(secret, session, 'live'),
      sessionSigningKey(secret, `${session}0`, 'sandbox'),
      sessionSigningKey(`${secret}0`, session, 'sandbox'),
    ]
    expect(new Set(keys).size).toBe(4)
  })

  it('is refused without a secret or a session', () => {
    expect(() => sessionSigningKey('', session, 'live')).toThrow('needs a secret')
    expect(() => sessionSigningKey(secret, '', 'live')).toThrow('needs a secret')
  })
})

describe('secureHash', () => {
  const signingKey = '6CY5WWG4CRuoDohfp4834T0HXky7RhVh-w5_Hrphz4w'
  const facts = { key: 'ACME0001', environment: 'sandbox' as const, roles: ['payment-admin', 'admin'] }

  // printf 'ACME0001|sandbox|admin,payment-admin' | openssl dgst -sha256 -hmac <signing key> -binary | base64
  it('is keyed by the characters of the signing key, whatever the order of the roles', () => {
    expect(secureHash(signingKey, facts)).toBe('vY87PTGVdFZYo0Z6TRjl/D8hjdreu5M1+XQKtIF6ghE=')
    expect(secureHash(signingKey, { ...facts, roles: facts.roles.toReversed() })).toBe(secureHash(signingKey, facts))
  })

  it('changes with the key, the environment and the roles', () => {
    const hashes = [
      secureHash(signingKey, facts),
      secureHash(signingKey, { ...facts, key: 'ACME0002' }),
      secureHash(signingKey, { ...facts, environment: 'live' }),
      secureHash(signingKey, { ...facts, roles: ['admin'] }),
    ]
    expect(new Set(hashes).size).toBe(4)
  })
})
