import { createDecipheriv } from 'node:crypto'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { masked, masterKey, newMerchantKey, open, rewrapMerchantKey, seal, SealBroken } from './seal.ts'

const oldKey = Buffer.alloc(32, 7).toString('base64')
const newKey = Buffer.alloc(32, 8).toString('base64')
const master = masterKey(oldKey)
const keys = { master, wrapped: newMerchantKey(master) }
const place = { merchantId: 'acme', table: 'channel', column: 'creds', row: 'STRIPE' }

describe('seal and open', () => {
  it('give back any text, in the place it was sealed for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), places, (text, at) => {
        expect(open(keys, seal(keys, text, at), at)).toBe(text)
      }),
    )
  })

  it('refuse another merchant, table, column or row, however the parts are cut', () => {
    fc.assert(
      fc.property(places, places, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other))
        expect(() => open(keys, seal(keys, 'secret', one), other)).toThrow(SealBroken)
      }),
    )
    const sealed = seal(keys, 'secret', { ...place, table: 'ab', column: 'c' })
    expect(() => open(keys, sealed, { ...place, table: 'a', column: 'bc' })).toThrow(SealBroken)
    for (const part of ['merchantId', 'table', 'column', 'row'] as const)
      expect(() => open(keys, seal(keys, 'secret', place), { ...place, [part]: 'other' })).toThrow(SealBroken)
  })

  it('refuse another merchant’s key and another master key', () => {
    const sealed = seal(keys, 'secret', place)
    expect(() => open({ master, wrapped: newMerchantKey(master) }, sealed, place)).toThrow(SealBroken)
    expect(() => open({ ...keys, master: masterKey(newKey) }, sealed, place)).toThrow(SealBroken)
  })

  it('refuse a change of any byte, of the value and of the wrapped key, and any cut', () => {
    const sealed = seal(keys, 'secret', place)
    for (let at = 0; at < sealed.length; at += 1) {
      expect(() => open(keys, flipped(sealed, at), place)).toThrow(SealBroken)
      expect(() => open(keys, sealed.subarray(0, at), place)).toThrow(SealBroken)
    }
    for (let at = 0; at < keys.wrapped.length; at += 1) {
      expect(() => open({ master, wrapped: flipped(keys.wrapped, at) }, sealed, place)).toThrow(SealBroken)
      expect(() => open({ master, wrapped: keys.wrapped.subarray(0, at) }, sealed, place)).toThrow(SealBroken)
    }
    expect(() => open(keys, Buffer.concat([sealed, Buffer.alloc(1)]), place)).toThrow(SealBroken)
  })

  it('never use a nonce twice and never hold the text', () => {
    const sealed = Array.from({ length: 20_000 }, () => seal(keys, 'canary-secret', place))
    expect(new Set(sealed.map((one) => one.subarray(2, 14).toString('hex'))).size).toBe(sealed.length)
    expect(sealed.some((one) => one.includes('canary'))).toBe(false)
  })

  it('are AES-256-GCM in the documented layout', () => {
    const sealed = seal(keys, 'plain', place)
    expect([...sealed.subarray(0, 2)]).toEqual([1, 1])
    const label = Buffer.concat([Buffer.from([0, 0, 0, 12]), Buffer.from('merchant key')])
    const merchantKey = gcm(Buffer.alloc(32, 7), keys.wrapped, 6, label)
    const where = ['sealed', 'acme', 'channel', 'creds', 'STRIPE'].map((part) =>
      Buffer.concat([Buffer.from([0, 0, 0, part.length]), Buffer.from(part)]),
    )
    expect(gcm(merchantKey, sealed, 2, Buffer.concat(where)).toString()).toBe('plain')
  })
})

describe('keys', () => {
  it('of a merchant are replaced while what is sealed still opens', () => {
    const sealed = seal(keys, 'before', place)
    const rotated = { master, wrapped: newMerchantKey(master, keys.wrapped) }
    const after = seal(rotated, 'after', place)
    expect([open(rotated, sealed, place), open(rotated, after, place)]).toEqual(['before', 'after'])
    expect(after[1]).toBe(2)
    expect(() => open(keys, after, place)).toThrow(SealBroken)
    expect(() => newMerchantKey(master, Buffer.from([1, 255]))).toThrow(RangeError)
  })

  it('of a merchant move to a new master key, and the old one no longer opens them', () => {
    const twoGenerations = { master, wrapped: newMerchantKey(master, keys.wrapped) }
    const sealed = [seal(keys, 'first', place), seal(twoGenerations, 'second', place)]
    const both = masterKey(`${newKey},${oldKey}`)
    const opened = (tried: typeof keys) => sealed.map((one) => open(tried, one, place))
    expect(opened({ master: both, wrapped: twoGenerations.wrapped })).toEqual(['first', 'second'])
    const wrapped = rewrapMerchantKey(both, twoGenerations.wrapped)
    expect(opened({ master: masterKey(newKey), wrapped })).toEqual(['first', 'second'])
    expect(() => opened({ master, wrapped })).toThrow(SealBroken)
  })

  it('of the master are 32 bytes of Base64 and appear in no message and no log', () => {
    const wrong = [
      '',
      'short',
      Buffer.alloc(31).toString('base64'),
      oldKey.replace('=', ''),
      `${oldKey},`,
      `${oldKey}!`,
    ]
    for (const text of wrong) expect(() => masterKey(text)).toThrow(/^a master key is 32 bytes in Base64$/)
    expect(inspect(master, { depth: null })).not.toContain('07 07 07')
    expect(JSON.stringify(master)).not.toContain(oldKey.slice(0, 20))
  })
})

describe('masked', () => {
  it('shows the last 3 characters of a secret long enough to bear it, and never its length', () => {
    expect(masked('sk_live_51Habcewe')).toBe('**********ewe')
    expect(masked('12345678')).toBe('**********678')
    expect(masked('naïve-🔑🔑🔑')).toBe('**********🔑🔑🔑')
    for (const short of ['', 'a', 'abc', '1234567']) expect(masked(short)).toBe('**********')
  })
})

const part = fc.string({ unit: 'binary', maxLength: 4 })
const places = fc.record({ merchantId: part, table: part, column: part, row: part })

const flipped = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

/** Opens by hand what starts with a header of this length. */
function gcm(key: Buffer, sealed: Buffer, headerLength: number, associated: Buffer): Buffer {
  const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(headerLength, headerLength + 12))
  cipher.setAAD(Buffer.concat([sealed.subarray(0, headerLength), associated])).setAuthTag(sealed.subarray(-16))
  return Buffer.concat([cipher.update(sealed.subarray(headerLength + 12, -16)), cipher.final()])
}
