import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newWebhookSecret, webhookHeaders } from '#server/kit/outbound/webhook-signature.ts'
import { explainHeaders, type HeadersQuestion } from './explain-headers.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const old = newWebhookSecret()
const now = new Date(1614265330_000)
const body = '{"test": 2432232314}'
const headers = webhookHeaders({ id: 'msg_1', timestamp: now, body, secrets: [secret] })
const asked = (more: Partial<HeadersQuestion> = {}): HeadersQuestion => ({
  body,
  signatures: headers['webhook-signature'],
  id: 'msg_1',
  timestamp: headers['webhook-timestamp'],
  right: [{ secret: 'secure', key: secret }],
  wrong: [{ secret: 'old_secure', key: old }],
  now,
  ...more,
})
const outcome = (more?: Partial<HeadersQuestion>) => {
  const { match, causes, secret: by } = explainHeaders(asked(more))
  return { match, by, causes: causes.map(({ cause }) => cause) }
}
const message = `msg_1.${headers['webhook-timestamp']}.${body}`
const by = (key: string | Buffer, text = message) => createHmac('sha256', key).update(text)

it('agrees with the published signature of Standard Webhooks', () => {
  const file = join(import.meta.dirname, '../../../shared/data/standards/standard_webhooks.json')
  const known = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { known_answer: Record<string, string> }).known_answer
    : {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        payload: body,
        secret,
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      }
  const question = {
    body: known['payload'] ?? '',
    id: known['webhook-id'] ?? '',
    timestamp: known['webhook-timestamp'] ?? '',
    signatures: known['webhook-signature'] ?? '',
    right: [{ secret: 'secure' as const, key: known['secret'] ?? '' }],
    now: new Date(Number(known['webhook-timestamp']) * 1000),
  }
  expect(outcome(question)).toEqual({ match: true, by: 'secure', causes: [] })
  const wrong = 'v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc='
  expect(outcome({ ...question, signatures: wrong }).causes).toEqual(['changed'])
  expect(outcome({ ...question, signatures: `${wrong} ${question.signatures}` }).match).toBe(true)
  expect(outcome({ ...question, signatures: 'v1,' }).match).toBe(false)
  expect(outcome({ ...question, id: '' }).causes).toEqual(['missing'])
  expect(outcome({ ...question, timestamp: 'hello' }).match).toBe(false)
})

it('names what is wrong with a webhook: clock, secret, form of the secret, message, body, output', () => {
  expect(outcome()).toEqual({ match: true, by: 'secure', causes: [] })
  expect(outcome({ now: new Date(now.getTime() + 301_000) }).causes).toEqual(['clock'])
  expect(outcome({ now: new Date(now.getTime() - 301_000) }).causes).toEqual(['clock'])
  expect(outcome({ signatures: webhookHeaders({ id: 'msg_1', timestamp: now, body, secrets: [old] })['webhook-signature'] })).toEqual({ match: false, by: 'old_secure', causes: ['secret'] }) // prettier-ignore
  expect(outcome({ signatures: `v1,${by(secret).digest('base64')}` }).causes).toEqual(['secret_form'])
  expect(outcome({ signatures: `v1,${by(secret.slice(6)).digest('base64')}` }).causes).toEqual(['secret_form'])
  expect(outcome({ signatures: `v1,${by(Buffer.from(secret.slice(6), 'base64')).digest('hex')}` }).causes).toEqual([
    'output',
  ])
  expect(outcome({ signatures: headers['webhook-signature'].slice(3) }).causes).toEqual(['version'])
  const form = by(Buffer.from(secret.slice(6), 'base64'), `${headers['webhook-timestamp']}.${body}`).digest('base64')
  expect(outcome({ signatures: `v1,${form}` }).causes).toEqual(['message_form'])
  expect(outcome({ body: JSON.stringify(JSON.parse(body)) }).causes).toEqual(['body_rewritten'])
  expect(outcome({ body: body.replace('2432232314', '1') }).causes).toEqual(['changed'])
  const milliseconds = String(now.getTime())
  const stamped = by(Buffer.from(secret.slice(6), 'base64'), `msg_1.${milliseconds}.${body}`).digest('base64')
  expect(outcome({ timestamp: milliseconds, signatures: `v1,${stamped}` }).causes).toEqual(['milliseconds'])
})
