import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rules } from '#contract/access.ts'
import { allCalls } from '#contract/contract.ts'
import { faults } from '#contract/faults.ts'
import { repeatOf, type Call } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from './test-app.ts'
import { seedObjects, type Objects } from './objects.ts'
import { form, formType } from './picture.ts'
import { addressOf, requestOf, send } from './request.ts'
import { sampleFile } from './sample-file.ts'

/** What holds for every call that takes a file, without a line for any of them. */
const uploads = allCalls().filter(({ call }) => call.file)
const largestLimit = limits.uploadBytes + limits.uploadFormBytes

let testApp: TestApp
let merchant: TestMerchant
let session: TestSession
let objects: Objects
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  session = await testApp.signIn(merchant)
  objects = await seedObjects(testApp, merchant, 'Shop')
})
afterAll(() => testApp.close())

const bring = (call: Call, body: Buffer, headers: Record<string, string> = {}, as: TestSession | null = session) =>
  testApp.call(as, call.method, addressOf(call, requestOf(call, { merchant, objects }).path), body, {
    'content-type': formType,
    ...(repeatOf(call) === 'required' && { 'idempotency-key': crypto.randomUUID() }),
    ...headers,
  })
function expectRefused(call: Call, answer: Answer, fault: keyof typeof faults, what: string) {
  const { http, reason, text } = faults[fault]
  expect({ what, status: answer.status, reason: answer.body['status_reason'] }).toEqual({ what, status: http, reason })
  for (const key of call.errorKeys ?? ['Message']) expect(answer.body[key], what).toBe(text)
}

describe('an upload', () => {
  it.each(uploads)('$name takes a form with its file, and nothing else', async ({ call }) => {
    expect(
      (
        await send(testApp, session, call, requestOf(call, { merchant, objects }), {
          'idempotency-key': crypto.randomUUID(),
        })
      ).status,
    ).toBe(200)
    expectRefused(call, await testApp.call(session, call.method, addressOf(call, requestOf(call, { merchant, objects }).path), {}), 'wrongType', 'JSON') // prettier-ignore
    const good = sampleFile(call)
    const wrong: [string, Buffer][] = [
      ['nothing', Buffer.from('')],
      ['no file', form({}, [])],
      ['another field', form({}, [{ ...good, field: 'other' }])],
      ['two files', form({}, [good, good])],
      ['an empty file', form({}, [{ ...good, bytes: Buffer.alloc(0) }])],
      ['a wrong ending', form({}, [{ ...good, name: 'page.html' }])],
      ['no ending', form({}, [{ ...good, name: 'sample' }])],
      ['a form cut short', form({}, [good]).subarray(0, -40)],
      ['a prototype', form({}, [{ ...good, field: '__proto__' }])],
      ['thirty fields', form(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, ''])), [good])],
    ]
    for (const [what, body] of wrong) expectRefused(call, await bring(call, body), 'invalidFile', what)
    expectRefused(call, await bring(call, form({}, [good]), { 'content-type': 'multipart/form-data' }), 'invalidFile', 'no boundary') // prettier-ignore
    expectRefused(call, await bring(call, form({ never_declared: '1' }, [good])), 'invalidRequest', 'an unknown field')
    expectRefused(call, await bring(call, form({ environment: 'live' }, [good])), 'invalidEnvironment', 'another world')
  })

  it.each(uploads)('$name is not moved by any name of a file', async ({ call }) => {
    const ending = sampleFile(call).name.slice('sample'.length)
    const names = [
      `../../etc/passwd${ending}`,
      `C:\\x${ending}`,
      `a\u202e${ending}`,
      `${'x'.repeat(5_000)}${ending}`,
      `%00${ending}`,
      `'; drop table merchants;--${ending}`,
      `😀${ending}`,
      `<script>alert(1)</script>${ending}`,
    ]
    for (const name of names) {
      const answer = await bring(call, form({}, [sampleFile(call, { name })]))
      expect([200, 400], `${name.slice(0, 40)} → ${answer.text}`).toContain(answer.status)
    }
  })

  it.each(uploads)(
    '$name says what is too large: of the call in the call’s words, beyond 20 MB in its own',
    async ({ call }) => {
      // prettier-ignore
      const most = call.file?.mostBytes ?? 0
      const over = Buffer.concat([sampleFile(call).bytes, Buffer.alloc(most)])
      expectRefused(call, await bring(call, form({}, [sampleFile(call, { bytes: over })])), most >= limits.uploadBytes ? 'fileTooLarge' : 'invalidFile', 'one byte more') // prettier-ignore
      const huge = form({}, [sampleFile(call, { bytes: Buffer.alloc(largestLimit) })])
      expectRefused(call, await bring(call, huge), 'fileTooLarge', '20 MB and more')
      expect(faults.fileTooLarge.text).toBe('Maximum 20 MB file is allowed')
      expect(faults.invalidFile.text).toBe('Uploaded File is invalid')
    },
  )

  const notForAll = uploads.filter(({ call }) => rules[call.access].who !== 'session')
  it.each(notForAll)('$name is not even read for who may not bring it', async ({ call }) => {
    const denied = await testApp.signIn(merchant, { roles: ['payouts-verify-user'] })
    const huge = form({}, [sampleFile(call, { bytes: Buffer.alloc(largestLimit) })])
    expectRefused(call, await bring(call, huge, {}, denied), 'denied', 'another role')
    expectRefused(call, await bring(call, huge, {}, null), 'sessionLost', 'nobody')
  })

  it.each(uploads)('$name lets four in at once and asks the fifth to come again', async ({ call }) => {
    const answers = await Promise.all(
      Array.from({ length: limits.uploads + 3 }, () => bring(call, form({}, [sampleFile(call)]))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    for (const answer of answers.filter(({ status }) => status === 503))
      expect(answer.headers['retry-after']).toBeDefined()
    expect((await bring(call, form({}, [sampleFile(call)]))).status).toBe(200)
  })

  it.each(uploads)(
    '$name answers a repeated key with the first answer, and another file under it with 422',
    async ({ call }) => {
      // prettier-ignore
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const same = form({}, [sampleFile(call)])
      const first = await bring(call, same, headers)
      const again = await bring(call, same, headers)
      expect(again.text).toBe(first.text)
      expect(again.headers['idempotent-replayed']).toBe('true')
      const other = await bring(call, form({}, [sampleFile(call, {}, { variant: 1 })]), headers)
      expectRefused(call, other, 'keyReused', 'another file')
    },
  )
})
