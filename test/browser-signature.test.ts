import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secureHashHolds, signWithSessionKey } from '#console/kit/auth/sign.ts'
import { secureHash, sessionSigningKey } from '#server/kit/auth/session-key.ts'
import { sign, verify } from '#server/kit/auth/signature.ts'

const signingKey = sessionSigningKey('merchant-secret-0001', '0198a5f0-0000-7000-8000-000000000001', 'sandbox')

describe('what the browser signs', () => {
  it('is what the server computes, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), fc.string({ unit: 'binary' })),
        async (params) => {
          expect(await signWithSessionKey(params, signingKey)).toBe(sign(params, signingKey))
        },
      ),
    )
  })

  it('verifies with this session’s key only', async () => {
    const params = { amount: '0.1', client_key: 'ACME0001', success_url: 'https://shop.test/ok?a=1&b=x y' }
    const signature = await signWithSessionKey(params, signingKey)
    expect(verify(params, signingKey, signature)).toEqual({ ok: true, variant: 'canonical' })
    expect(verify(params, 'merchant-secret-0001', signature)).toEqual({ ok: false })
  })

  it('holds a user’s secure hash to the key, environment and roles', async () => {
    const facts = { key: 'ACME0001', environment: 'sandbox' as const, roles: ['admin', 'payment-admin'] }
    const hash = secureHash(signingKey, facts)
    expect(await secureHashHolds(facts, hash, signingKey)).toBe(true)
    expect(await secureHashHolds({ ...facts, roles: ['admin'] }, hash, signingKey)).toBe(false)
    expect(await secureHashHolds({ ...facts, environment: 'live' }, hash, signingKey)).toBe(false)
    expect(await secureHashHolds(facts, hash, `${signingKey}x`)).toBe(false)
  })
})
