import { expect, it } from 'vitest'
import { codeAt } from './fixtures.ts'
import { newSeed, otpauthUrl, stepOf } from './totp.ts'

/** RFC 6238, appendix B, SHA-1: the last six of its eight digits. The secret is '12345678901234567890'. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]

it.each(vectors)('takes the code of RFC 6238 for %i s', (seconds, code) => {
  const at = new Date(seconds * 1_000)
  expect(stepOf(secret, code, at)).toBe(BigInt(Math.floor(seconds / 30)))
  expect(codeAt(secret, at)).toBe(code)
})

it('takes the step before and the one after, and none further off', () => {
  const seed = newSeed()
  const now = new Date('2026-11-20T09:00:10Z')
  const step = BigInt(now.getTime() / 1_000 - 10) / 30n
  for (const offset of [-1, 0, 1]) {
    const code = codeAt(seed, new Date(now.getTime() + offset * 30_000))
    expect(stepOf(seed, code, now)).toBe(step + BigInt(offset))
  }
  const near = [-1, 0, 1].map((offset) => codeAt(seed, new Date(now.getTime() + offset * 30_000)))
  for (const offset of [-3, -2, 2, 3]) {
    const code = codeAt(seed, new Date(now.getTime() + offset * 30_000))
    if (!near.includes(code)) expect(stepOf(seed, code, now)).toBe(null)
  }
  for (const code of ['', '12345', '1234567', 'abcdef']) expect(stepOf(seed, code, now)).toBe(null)
})

it('makes seeds of 160 bits, never the same, and an address that apps can read', () => {
  const seeds = new Set(Array.from({ length: 100 }, newSeed))
  expect(seeds.size).toBe(100)
  for (const seed of seeds) expect(seed).toMatch(/^[A-Z2-7]{32}$/)
  const url = new URL(otpauthUrl(secret, 'mei.tan@shop.example'))
  expect({ protocol: url.protocol, host: url.host }).toEqual({ protocol: 'otpauth:', host: 'totp' })
  expect(decodeURIComponent(url.pathname)).toBe('/Countinghouse:mei.tan@shop.example')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'Countinghouse',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
