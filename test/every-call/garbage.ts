import { describe, expect, it } from 'vitest'
import { faults } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import { formType } from '#test/picture.ts'
import { probesOf } from '#test/probes.ts'
import { share } from './share.ts'
import { addressOf, requestOf, type TestRequest } from '#test/request.ts'
import { fieldsOf, garbage } from '#test/sample.ts'
import type { Answer, TestApp, TestSession } from '#test/test-app.ts'
import { expectFault, senderOf, takesSession, type Entry, type Scene } from './scene.ts'

/** No call chokes on anything that it can be sent. */
export function testGarbage(calls: readonly Entry[], scene: () => Scene): void {
  describe('garbage', () => {
    it.each(calls)(
      '$name refuses it in its own error key, and never with a 5xx',
      async ({ name, call }) => {
        const { testApp } = scene()
        const own = senderOf(scene(), call)
        // Each with a session of its own: one of the calls ends it.
        const session = takesSession({ call }) ? await testApp.signIn(own.merchant) : null
        const asked = requestOf(call, own)
        for (const { what, ask } of probesOf(`garbage ${name}`, attempts(call, asked), share(1_000)))
          await refused(await ask(testApp, session), what)

        async function refused(answer: Answer, what: string) {
          expect(answer.status, `${what} → ${answer.text}`).toBeLessThan(500)
          // Some of it is harmless for some fields; where it is refused, the refusal has the call's form.
          if (answer.status >= 400 && answer.status !== 404)
            for (const key of call.errorKeys ?? ['Message'])
              expect(typeof answer.body[key], `${key} for ${what}`).toBe('string')
          expect(answer.text).not.toMatch(/\bat .*\.ts:\d|syntax error|invalid input|violates|node_modules/i)
        }
      },
      60_000,
    )

    it.each(calls.filter(({ call }) => call.method !== 'GET' && !call.file))(
      '$name wants JSON, and not too much of it',
      async ({ call }) => {
        const { testApp, own } = scene()
        const session = await testApp.signIn(own.merchant)
        const asked = requestOf(call, own)
        const big = await testApp.call(
          own.session,
          call.method,
          addressOf(call, asked.path),
          `{"x":"${'y'.repeat((call.mostBytes ?? limits.bodyBytes) + 1)}"}`,
        )
        expectFault(call, big, 413, faults.tooLarge.reason)
        const form = await testApp.call(session, call.method, addressOf(call, asked.path), 'a=1', {
          'content-type': 'application/x-www-form-urlencoded',
        })
        expectFault(call, form, 415, faults.wrongType.reason)
        const upload = await testApp.call(session, call.method, addressOf(call, asked.path), Buffer.from(''), {
          'content-type': formType,
        })
        expectFault(call, upload, 415, faults.wrongType.reason)
      },
    )
  })
}

interface Attempt {
  what: string
  ask(testApp: TestApp, session: TestSession | null): Promise<Answer>
}

/** Everything wrong in turn: the body, each of its fields, the query and each part of the path. */
function attempts(call: Call, asked: TestRequest): Attempt[] {
  const address = addressOf(call, asked.path)
  const send = (what: string, url: string, body: unknown): Attempt => ({
    what,
    ask: (testApp, session) =>
      testApp.call(session, call.method, url, body, { 'idempotency-key': crypto.randomUUID() }),
  })
  const fields = Object.keys(fieldsOf(call.body)).flatMap((name) =>
    garbage.map((value) =>
      send(
        `${name}: ${value.slice(0, 40)}`,
        address,
        JSON.stringify({ ...asked.body, [name]: '@@' }).replace('"@@"', () => value),
      ),
    ),
  )
  const inPath = call.paramNames.flatMap((name) =>
    wrongParts.map((value) =>
      send(value, addressOf(call, { ...asked.path, [name]: '@' }).replace('%40', value), asked.body),
    ),
  )
  return [
    ...(call.method === 'GET' ? [] : wrongBodies.map((body) => send(body, address, body))),
    ...fields,
    ...wrongQueries.map((query) => send(query, address + query, asked.body)),
    ...inPath,
  ]
}

const wrongBodies = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '1',
  '{"__proto__":{"a":1}}',
  '{"a":1,"a":2}',
  '{"never_declared":1}',
  '{"merchant_id":"x","roles":["admin"]}',
]
const wrongQueries = ['?environment=moon', '?x=1', '?environment[]=live', '?__proto__=1']
const wrongParts = ['%00', '%F0%9F%98%80', "'%20or%201=1", '..%2F..', 'x'.repeat(300), '%u0000', '%']
