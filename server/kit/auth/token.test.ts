import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashToken, newReference, newToken } from './token.ts'

describe('newToken', () => {
  it('is 256 bits of base64url, never the same twice', () => {
    const tokens = Array.from({ length: 10_000 }, newToken)
    expect(new Set(tokens).size).toBe(tokens.length)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(tokens.every((token) => /^[A-Za-z0-9_-]{43}$/.test(token))).toBe(true)
  })

  it('is stored as its SHA-256', () => {
    expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    const token = newToken()
    expect(hashToken(token)).toEqual(createHash('sha256').update(token).digest())
  })
})

describe('newReference', () => {
  it('is 27 base62 characters that sort by the second', () => {
    const time = fc.date({
      min: new Date('2014-05-13T16:53:20Z'),
      max: new Date('2150-06-19T23:21:35Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(time, time, (a, b) => {
        const [seconds, others] = [a, b].map((date) => Math.floor(date.getTime() / 1000)) as [number, number]
        const [one, two] = [newReference(a), newReference(b)]
        expect(one).toMatch(/^[0-9A-Za-z]{27}$/)
        if (seconds !== others) expect(Buffer.compare(Buffer.from(one), Buffer.from(two)) < 0).toBe(seconds < others)
      }),
    )
  })

  it('carries the seconds and 128 other bits, as a KSUID does', () => {
    const decoded = decode(newReference(new Date('2026-11-20T10:00:00Z')))
    expect(Number(decoded >> 128n) + 1_400_000_000).toBe(Date.parse('2026-11-20T10:00:00Z') / 1000)
    const bitsSeen = Array.from({ length: 200 }, () => decode(newReference(new Date())) & (2n ** 128n - 1n))
    expect(bitsSeen.reduce((all, bits) => all | bits, 0n)).toBe(2n ** 128n - 1n)
    expect(bitsSeen.reduce((all, bits) => all & bits)).toBe(0n)
  })

  it('does not collide in ten thousand of one second', () => {
    const now = new Date('2026-11-20T10:00:00Z')
    const seen = new Set<string>()
    for (let made = 0; made < 10_000; made += 1) seen.add(newReference(now))
    expect(seen.size).toBe(10_000)
  })

  it('refuses a time that its seconds cannot tell', () => {
    for (const time of ['2014-05-13T16:53:19Z', '2150-06-19T23:21:36Z', 'never'])
      expect(() => newReference(new Date(time))).toThrow(RangeError)
  })
})

const decode = (text: string) =>
  Array.from(text).reduce(
    (value, character) =>
      value * 62n + BigInt('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.indexOf(character)),
    0n,
  )
