import { Webhook } from 'standardwebhooks'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newWebhookSecret, webhookHeaders } from './webhook-signature.ts'

const now = new Date()
const secret = newWebhookSecret()
const body = '{"amount":100.25,"status":"Success"}'
const signed = { id: 'msg_1', timestamp: now, body, secrets: [secret] }

describe('webhookHeaders', () => {
  it('give the published signature', () => {
    const headers = webhookHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: new Date(1614265330_999),
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    })
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('verify in a receiver that uses the standardwebhooks package, whatever the body', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uuid(), (text, id) => {
        const made = newWebhookSecret()
        const headers = webhookHeaders({ id, timestamp: now, body: text, secrets: [made] })
        expect(() => new Webhook(made).verify(text, headers, { jsonParse: false })).not.toThrow()
      }),
    )
  })

  it('fail in a receiver when anything is changed', () => {
    const headers = webhookHeaders(signed)
    const receiver = new Webhook(secret)
    expect(receiver.verify(body, headers)).toEqual({ amount: 100.25, status: 'Success' })
    const later = String(Number(headers['webhook-timestamp']) + 1)
    expect(() => receiver.verify(body.replace('100', '101'), headers)).toThrow('signature')
    expect(() => receiver.verify(body, { ...headers, 'webhook-id': 'msg_2' })).toThrow('signature')
    expect(() => receiver.verify(body, { ...headers, 'webhook-timestamp': later })).toThrow('signature')
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow('signature')
    const old = webhookHeaders({ ...signed, timestamp: new Date(now.getTime() - 301_000) })
    expect(() => receiver.verify(body, old)).toThrow('too old')
  })

  it('verify by the new and by the old secret while it is being replaced', () => {
    const [next, other] = [newWebhookSecret(), newWebhookSecret()]
    const headers = webhookHeaders({ ...signed, secrets: [next, secret] })
    for (const known of [next, secret]) expect(() => new Webhook(known).verify(body, headers)).not.toThrow()
    expect(() => new Webhook(other).verify(body, headers)).toThrow('signature')
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2)
  })

  it('are not made without an id, a time or a whole secret', () => {
    for (const id of ['', 'a.b', 'a\nb']) expect(() => webhookHeaders({ ...signed, id })).toThrow('needs an id')
    expect(() => webhookHeaders({ ...signed, timestamp: new Date(Number.NaN) })).toThrow('needs an id')
    expect(() => webhookHeaders({ ...signed, secrets: [] })).toThrow('needs an id')
    for (const wrong of ['', 'whsec_', 'whsec_AAAA', secret.slice(6), secret.replace('=', ''), `${secret}x`])
      expect(() => webhookHeaders({ ...signed, secrets: [secret, wrong] })).toThrow('a webhook secret is')
  })
})

describe('newWebhookSecret', () => {
  it('is 256 random bits', () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(new Set(Array.from({ length: 1000 }, newWebhookSecret)).size).toBe(1000)
  })
})
