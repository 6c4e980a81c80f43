import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { explainToken } from './explain-token.ts'

const secret = 'the secret of the merchant'
const now = new Date('2026-11-27T00:00:00Z')
const seconds = now.getTime() / 1000
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const good = { iss: 'COUNTINGHOUSE', sub: 'KEY', iat: seconds, exp: seconds + 100 }

function causes(claims: object, { key = secret, output = 'base64url' as 'base64url' | 'hex', alg = 'HS256' } = {}) {
  const message = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`
  const token = `Bearer ${message}.${createHmac('sha256', key).update(message).digest(output)}`
  return causesOf(token)
}
function causesOf(token: string) {
  const asked = { token, clientKey: 'KEY', now }
  const checked = explainToken({
    ...asked,
    right: [{ secret: 'merchant', key: secret }],
    wrong: [{ secret: 'client_key', key: 'KEY' }],
  })
  return [checked.match, ...checked.causes.map(({ cause }) => cause)]
}

it('says why a token of a server is refused', () => {
  expect(causes(good)).toEqual([true])
  expect(causes(good, { key: 'KEY' })).toEqual([false, 'secret'])
  expect(causes(good, { key: 'unknown' })).toEqual([false, 'changed'])
  expect(causes(good, { output: 'hex' })).toEqual([false, 'output'])
  expect(causes(good, { alg: 'HS512' })).toEqual([false, 'algorithm'])
  expect(causes({ ...good, iss: 'ME' })).toEqual([false, 'issuer'])
  expect(causes({ ...good, sub: 'OTHER' })).toEqual([false, 'subject'])
  expect(causes({ iss: 'COUNTINGHOUSE', sub: 'KEY' })).toEqual([false, 'claims'])
  expect(causes({ ...good, exp: seconds + 3_601 })).toEqual([false, 'lifetime'])
  expect(causes({ ...good, iat: seconds - 200, exp: seconds - 100 })).toEqual([false, 'expired'])
  expect(causes({ ...good, iat: seconds + 100, exp: seconds + 200 })).toEqual([false, 'clock'])
  expect(causes({ ...good, iat: now.getTime(), exp: now.getTime() + 100 })).toEqual([false, 'milliseconds'])
  expect(causesOf('no token')).toEqual([false, 'token_form'])
  expect(causesOf('a.b.c')).toEqual([false, 'token_form'])
})
