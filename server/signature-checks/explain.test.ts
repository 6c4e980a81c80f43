import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { signatureVariants } from '#contract/kit/signature.ts'
import type { SignatureCause } from '#contract/signature-checks.ts'
import { signedObjects, type SignedObject } from '#contract/signed-objects.ts'
import { explain, type Candidate } from './explain.ts'

interface Vector {
  secret: string
  params: Record<string, string>
  message: string
  signature_base64: string
}
/** Our own, and those of the product family where the shared data is there. */
const vectors = [
  '../../test/samples/signatures.json',
  '../../../shared/data/peers/portone_global/signature_vectors.open.json',
].flatMap((path) => {
  const file = join(import.meta.dirname, path)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }).vectors : []
})

const secret = 'the secret of the merchant'
const right: Candidate[] = [{ secret: 'merchant', key: secret }]
const wrong: Candidate[] = [
  { secret: 'secure', key: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  { secret: 'client_key', key: 'KEY' },
  { secret: 'spaced_merchant', key: `${secret}\n` },
]
const hmac = (message: string, key = secret) => createHmac('sha256', key).update(message)
const ask = (text: string, signature: string, object: SignedObject = 'order') =>
  explain({ text, signature, names: signedObjects[object], clientKey: 'KEY', right, wrong })
const causesOf = (...given: Parameters<typeof ask>) => ask(...given).causes.map(({ cause }) => cause)

const params = {
  amount: '100.5',
  client_key: 'KEY',
  currency: 'SGD',
  failure_url: 'https://shop.example/failed?a=1&b=2',
  merchant_order_id: 'ORDER 7~*',
  success_url: 'https://shop.example/paid',
}
const { canonical } = signatureVariants
const pairs = (of: Record<string, string>, encode = canonical) =>
  Object.entries(of).map(([name, value]) => `${name}=${encode(value)}`)

describe('the playground', () => {
  it('agrees with every vector', () => {
    expect(vectors.length).toBeGreaterThan(0)
    for (const { secret: key, params: given, message, signature_base64: signature } of vectors) {
      const names = Object.keys(given)
      const asked = { signature, names, clientKey: '', right: [{ secret: 'merchant', key }] as Candidate[], wrong: [] }
      for (const text of [message, JSON.stringify(given)])
        expect(explain({ ...asked, text })).toMatchObject({ match: true, canonical: message, causes: [] })
    }
  })

  it('accepts what the gate accepts, and says in whose encoding it is', () => {
    for (const [variant, encode] of Object.entries(signatureVariants))
      expect(ask(JSON.stringify(params), hmac(pairs(params, encode).join('&')).digest('base64'))).toMatchObject({
        match: true,
        variant,
        secret: 'merchant',
      })
  })

  it('marks where the pasted text differs from the one that is signed', () => {
    const text = pairs(params).join('&').replace('100.5', '100.50')
    const { canonical: message, given, differs_at: at } = ask(text, hmac(text).digest('base64'))
    expect([message.slice(0, at ?? 0), given.slice(0, at ?? 0)]).toEqual(['amount=100.5', 'amount=100.5'])
    expect(ask(pairs(params).join('&'), 'x').differs_at).toBe(null)
  })

  it('reads a web address, a query and a JSON body alike, and numbers as they are written', () => {
    const signature = hmac(pairs(params).join('&')).digest('base64')
    const query = pairs(params).join('&')
    for (const text of [
      `https://shop.example/back?${query}&signature_hash=${encodeURIComponent(signature)}#top`,
      `${query}&signature_hash=${encodeURIComponent(signature)}`,
      JSON.stringify({ ...params, amount: 100.5, signature_hash: signature, nested: { amount: 1 } }),
      JSON.stringify({ ...params, client_key: undefined, chaipay_key: 'KEY' }),
      JSON.stringify({ ...params, client_key: undefined }),
    ])
      expect(ask(text, signature).match, text).toBe(true)
    const written = JSON.stringify(params).replace('"100.5"', '100.50')
    expect(causesOf(written, hmac(pairs({ ...params, amount: '100.50' }).join('&')).digest('base64'))).toEqual([
      'amount_format',
    ])
  })

  it.each(['__proto__', 'constructor=1', '{"toString":"x"}'])('takes %s for a parameter like any other', (text) => {
    expect(ask(text, 'abc').match).toBe(false)
  })

  it('never has a signature in its answer', () => {
    const signature = hmac(pairs(params).join('&')).digest()
    const answers = ['x', hmac(pairs({ ...params, extra: '1' }).join('&')).digest('hex')].map((given) =>
      JSON.stringify(ask(JSON.stringify({ ...params, extra: '1' }), given)),
    )
    for (const answer of answers)
      for (const form of ['base64', 'hex', 'base64url'] as const) expect(answer).not.toContain(signature.toString(form))
  })

  it('does not take a signature of other things for a mistake', () => {
    expect(
      causesOf(JSON.stringify({ ...params, amount: '7' }), hmac(pairs(params).join('&')).digest('base64')),
    ).toEqual(['changed'])
    expect(causesOf('', hmac('something').digest('base64'))).toEqual(['changed'])
    expect(causesOf('{"not json', 'x')).toEqual(['changed'])
  })
})

/** A mistake of the one who signs: what they send and sign, and the cause that has to be named. */
type Mistake = (
  random: () => number,
  right: Record<string, string>,
) => { text: string; signature: string; cause: SignatureCause }
const json = (of: Record<string, string>) => JSON.stringify(of)
const signed = (message: string, key?: string) => hmac(message, key).digest('base64')
const without = (of: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(of).filter(([one]) => one !== name))

const mistakes: readonly Mistake[] = [
  (random, of) => {
    const name = pick(random, Object.keys(of))
    return { text: json(of), signature: signed(pairs(without(of, name)).join('&')), cause: 'missing' }
  },
  (random, of) => {
    const more = { ...of, description: `d ${Math.floor(random() * 1e6)}` }
    return { text: json(more), signature: signed(pairs(more).toSorted().join('&')), cause: 'extra' }
  },
  (random, of) => {
    const mixed = Object.fromEntries(Object.entries(of).toReversed())
    const text = pairs(mixed).join('&')
    return { text: random() < 0.5 ? text : json(mixed), signature: signed(text), cause: 'order' }
  },
  (_, of) => {
    const amount = `${Number(of['amount']).toFixed(2)}`
    const written = { ...of, amount: amount === of['amount'] ? `${amount}0` : amount }
    return { text: json(written), signature: signed(pairs(written).join('&')), cause: 'amount_format' }
  },
  (_, of) => ({
    text: json(of),
    signature: signed(pairs(of, (value) => canonical(canonical(value))).join('&')),
    cause: 'encoded_twice',
  }),
  (_, of) => ({ text: json(of), signature: signed(pairs(of, (value) => value).join('&')), cause: 'not_encoded' }),
  (random, of) => ({
    text: json(of),
    signature: hmac(pairs(of).join('&')).digest(random() < 0.5 ? 'hex' : 'base64url'),
    cause: 'output',
  }),
  (random, of) => ({
    text: pairs(of).join('&'),
    signature: signed(pairs(of).join('&'), String(pick(random, wrong).key)),
    cause: 'secret',
  }),
  (random, of) => ({
    text: json({ ...of, currency: pick(random, ['THB', 'IDR', 'VND']) }),
    signature: signed(pairs(of).join('&')),
    cause: 'changed',
  }),
  (_, of) => ({
    text: json(of),
    signature: signed(
      pairs(of, (value) => canonical(value).replaceAll(/%[0-9A-F]{2}/g, (one) => one.toLowerCase())).join('&'),
    ),
    cause: 'encoding',
  }),
]

it('names the cause of at least 95 of 100 generated mistakes', () => {
  const random = mulberry(20_261_127)
  let named = 0
  const missed: string[] = []
  for (let n = 0; n < 300; n++) {
    const mistake = mistakes[n % mistakes.length] as Mistake
    const of = {
      amount: pick(random, ['100', '0.1', '12.5', '1999.9', '7', '250.75']),
      client_key: 'KEY',
      currency: pick(random, ['SGD', 'USD', 'MYR']),
      failure_url: `https://shop.example/f?o=${Math.floor(random() * 1e6)}&l=é`,
      merchant_order_id: `ORDER ${Math.floor(random() * 1e6)}${pick(random, ['', '~', '*', "'"])}`,
      success_url: `https://shop.example/s/${Math.floor(random() * 1e6)}`,
    }
    const { text, signature, cause } = mistake(random, of)
    const { match, causes } = ask(text, signature)
    if (!match && causes.length === 1 && causes[0]?.cause === cause) named += 1
    else missed.push(`${cause}: ${JSON.stringify(causes)}`)
  }
  expect(named, missed.join('\n')).toBeGreaterThanOrEqual(285)
})

const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
