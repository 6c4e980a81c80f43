import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signatureMessage } from '#contract/kit/signature.ts'
import type { SignatureVariant } from '#contract/kit/signature.ts'
import { canonicalMessage, hmacBase64, sign, verify } from './signature.ts'

const published = {
  secret: 'PORTONE_SECRET',
  request: {
    amount: '100',
    client_key: 'PORTONE_KEY',
    currency: 'USD',
    failure_url: 'https://checkout.portone.cloud/failure.html',
    merchant_order_id: '',
    success_url: 'https://checkout.portone.cloud/success.html',
  },
  webhook: Object.fromEntries([
    ['amount', '100.25'],
    ...['channel_key', 'channel_order_ref', 'country_code', 'currency', 'merchant_order_ref'].map((n) => [n, n]),
    ...['method_name', 'order_ref', 'status'].map((n) => [n, n]),
  ]) as Record<string, string>,
}

describe('sign', () => {
  it.each([
    ['documented request', published.request, 'CF3OkWqM2SG6d5phUe2lLM2RGl3b95n+xdafLmBP0G0='],
    ['amount 100.25', { ...published.request, amount: '100.25' }, 'jUHraxC4W93iyXVYZ3GSo7rP0KDW3WrDSQGqZwHJt8o='],
    ['documented webhook', published.webhook, 'uuv9grusSAm8GGTTEyPXIi+pPtI/jfkSmq3MbDbaDx8='],
  ])('gives the published signature: %s', (_name, params, signature) => {
    expect(sign(params, published.secret)).toBe(signature)
    expect(verify(params, published.secret, signature)).toEqual({ ok: true, variant: 'canonical' })
  })

  it.each([
    [
      'a link (V1)',
      {
        success_url: 'https://shop.test/ok?a=1&b=x y',
        amount: '100',
        merchant_order_id: 'MERCHANT1700000000000',
        client_key: 'TESTKEY0001',
        failure_url: 'https://shop.test/fail',
        currency: 'USD',
      },
      'amount=100&client_key=TESTKEY0001&currency=USD&failure_url=https%3A%2F%2Fshop.test%2Ffail&merchant_order_id=MERCHANT1700000000000&success_url=https%3A%2F%2Fshop.test%2Fok%3Fa%3D1%26b%3Dx+y',
      '1jr8q1cgdCy7t2+luhQrNpDOoasUxYifiNZh0ULj0c4=',
    ],
    [
      'a price (V2)',
      {
        amount: '103',
        client_key: 'TESTKEY0001',
        currency: 'VND',
        frequency: '1',
        merchant_order_ref: 'PRICE1700000000000',
      },
      'amount=103&client_key=TESTKEY0001&currency=VND&frequency=1&merchant_order_ref=PRICE1700000000000',
      'fIJY9JYw6PivsdB3PDJzbxx3kveuUFgWxwJQutgYWqc=',
    ],
    [
      'every kind of mark, as Python encodes them',
      { note: "Müller & Söhne * ~ (1+1=2) 'ok'! 日本 😀", a: '', amount: '0.1', Z: '100%' },
      'Z=100%25&a=&amount=0.1&note=M%C3%BCller+%26+S%C3%B6hne+%2A+~+%281%2B1%3D2%29+%27ok%27%21+%E6%97%A5%E6%9C%AC+%F0%9F%98%80',
      '+8rjluXPpOKT/y18TSC8Bf4H/kpoqDTLyxGlgvrmYGI=',
    ],
  ])('sorts by name and encodes as Go does: %s', (_name, params, message, signature) => {
    expect(canonicalMessage(params)).toBe(message)
    expect(sign(params, 'test_secret_0001')).toBe(signature)
  })

  it('refuses an empty secret and text that is no Unicode', () => {
    expect(() => sign(published.request, '')).toThrow('empty secret')
    expect(() => sign({ amount: '\ud800' }, 'secret')).toThrow(URIError)
  })
})

describe('verify', () => {
  it('takes the Go and the JavaScript form of one order (V3) and says which it was', () => {
    const params = {
      amount: '0.1',
      client_key: 'TESTKEY0001',
      currency: 'USD',
      failure_url: 'https://f.test/',
      merchant_order_id: 'a~b*c',
      success_url: 'https://s.test/',
    }
    const verdict = (signature: string) => verify(params, 'test_secret_0001', signature)
    expect(verdict('1rR2W5NpzCUEV3SPuhd7GHiLIvylku2J8QTnHOwWbCM=')).toEqual({ ok: true, variant: 'canonical' })
    expect(verdict('bkkxohGsNUyvdwkUTqLgouXqOrxyfhHKTGbq7G3+gsc=')).toEqual({ ok: true, variant: 'javascript' })
  })

  it('takes what each other language signs, whatever the text', () => {
    fc.assert(
      fc.property(signable, fc.constantFrom(...variantNames), (params, variant) => {
        const message = asOtherLanguage[variant](params)
        expect(signatureMessage(params, variant)).toBe(message)
        expect(verify(params, secret, hmac(message)).ok).toBe(true)
      }),
    )
    const telling = { note: 'a b~c*d' }
    for (const variant of variantNames)
      expect(verify(telling, secret, hmac(asOtherLanguage[variant](telling)))).toEqual({ ok: true, variant })
  })

  it('refuses a value changed by one character', () => {
    fc.assert(
      fc.property(signable, variantName, fc.nat(), character, fc.nat(), (params, variant, at, other, place) => {
        const name = pick(Object.keys(params), at)
        const characters = Array.from(params[name] ?? '')
        characters.splice(place % (characters.length + 1), 1, other)
        const changed = { ...params, [name]: characters.join('') }
        fc.pre(changed[name] !== params[name])
        expect(verify(changed, secret, signedAs(variant, params))).toEqual({ ok: false })
      }),
    )
  })

  it('refuses a parameter added, missing, renamed, swapped, folded into another or signed twice', () => {
    fc.assert(
      fc.property(signable, variantName, fc.nat(), fc.string({ unit: 'binary' }), (params, variant, at, text) => {
        const signature = signedAs(variant, params)
        const name = pick(Object.keys(params), at)
        const value = params[name] ?? ''
        const { [name]: _missing, ...others } = params
        const refused = (tried: Record<string, string>) =>
          expect(verify(tried, secret, signature)).toEqual({ ok: false })
        refused({ ...params, added: text })
        refused(others)
        refused({ ...others, [`${name}x`]: value })
        refused({ ...others, [name]: `${value}&added=1` })
        const twice = `${signatureMessage({ [name]: value }, variant)}&${signatureMessage(params, variant)}`
        expect(verify(params, secret, hmac(twice))).toEqual({ ok: false })
      }),
    )
    const swapped = { success_url: 'https://a.test', failure_url: 'https://b.test' }
    const signature = sign({ success_url: 'https://b.test', failure_url: 'https://a.test' }, secret)
    expect(verify(swapped, secret, signature)).toEqual({ ok: false })
  })

  it('refuses any change of the signature itself, another spelling of its bytes too', () => {
    const params = published.request
    const good = sign(params, secret)
    for (let at = 0; at < good.length; at += 1)
      for (const other of ['A', 'B', '+', '=', ' ', 'é']) {
        const tried = good.slice(0, at) + other + good.slice(at + 1)
        if (tried !== good) expect(verify(params, secret, tried)).toEqual({ ok: false })
      }
    const urlSafe = good.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    const hex = Buffer.from(good, 'base64').toString('hex')
    for (const tried of ['', urlSafe, hex, `${good}=`, ` ${good}`, `${good}\n`, `${good}${good}`, `${good}\0`])
      expect(verify(params, secret, tried)).toEqual({ ok: false })
  })

  it('refuses another secret, and text that is no Unicode', () => {
    expect(verify(published.request, 'other', sign(published.request, secret))).toEqual({ ok: false })
    expect(verify({ note: '\ud800' }, secret, sign({ note: '\ufffd' }, secret))).toEqual({ ok: false })
  })
})

describe('the HMAC underneath', () => {
  it.each([
    ['0b'.repeat(20), hex('Hi There'), 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      hex('Jefe'),
      hex('what do ya want for nothing?'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    ['aa'.repeat(20), 'dd'.repeat(50), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
    [
      'aa'.repeat(131),
      hex('Test Using Larger Than Block-Size Key - Hash Key First'),
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('agrees with RFC 4231', (key, message, expected) => {
    expect(hmacHex(message, key)).toBe(expected)
  })

  const wycheproof = new URL('../../../../shared/data/standards/wycheproof/hmac_sha256_test.json', import.meta.url)
  it.skipIf(!existsSync(wycheproof))('agrees with every Wycheproof vector', () => {
    const { testGroups } = JSON.parse(readFileSync(wycheproof, 'utf8')) as WycheproofFile
    const tests = testGroups.flatMap(({ tagSize, tests }) => tests.map((test) => ({ ...test, digits: tagSize / 4 })))
    expect(tests.length).toBeGreaterThan(100)
    for (const { key, msg, tag, result, digits } of tests)
      expect(hmacHex(msg, key).slice(0, digits) === tag).toBe(result === 'valid')
  })
})

type WycheproofFile = {
  testGroups: { tagSize: number; tests: { key: string; msg: string; tag: string; result: string }[] }[]
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex')
}
const hmacHex = (message: string, key: string) =>
  Buffer.from(hmacBase64(Buffer.from(message, 'hex'), Buffer.from(key, 'hex')), 'base64').toString('hex')

/** The encoders of other languages, made from URLSearchParams rather than from the code under test. */
const asOtherLanguage: Record<SignatureVariant, (params: Record<string, string>) => string> = {
  javascript: (params) => {
    const search = new URLSearchParams(params)
    search.sort()
    return search.toString()
  },
  canonical: (params) => asOtherLanguage.javascript(params).replaceAll('*', '%2A').replaceAll('%7E', '~'),
  php: (params) => asOtherLanguage.javascript(params).replaceAll('*', '%2A'),
  percent20: (params) =>
    Object.entries(params)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&'),
}
const variantNames = ['canonical', 'javascript', 'php', 'percent20'] as const
const variantName = fc.constantFrom(...variantNames)

const secret = 'test_secret_0001'
const hmac = (message: string) => createHmac('sha256', secret).update(message).digest('base64')
const signedAs = (variant: SignatureVariant, params: Record<string, string>) => hmac(signatureMessage(params, variant))
const pick = <T>(items: T[], at: number) => items[at % items.length] as T

const character = fc.oneof(
  fc.constantFrom(...' ~*!()\'&=+%/?#"'.split('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const signable = fc.dictionary(
  fc.stringMatching(/^[b-z][a-z_]{0,11}$/),
  fc.array(character, { maxLength: 20 }).map((characters) => characters.join('')),
  { minKeys: 1, maxKeys: 9 },
)
