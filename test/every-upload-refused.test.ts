import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { rules } from '#contract/access.ts'
import { faults } from '#contract/faults.ts'
import { repeatOf } from '#contract/kit/call-facts.ts'
import { limits } from '#contract/limits.ts'
import { form } from './picture.ts'
import { addressOf, requestOf, sampleFields, send } from './request.ts'
import { sampleFile } from './sample-file.ts'
import { expectRefused, largestLimit, uploads, useUploading } from './uploads.ts'

/** What every call that takes a file refuses, without a line for any of them: forms that are none, what is too large, who may not, and a used key. */
const on = useUploading()
const huge = Buffer.alloc(largestLimit)

describe('an upload', () => {
  it.each(uploads)('$name takes a form with its file, and nothing else', async ({ call }) => {
    const { testApp } = on
    const { session, merchant, objects } = on.userOf(call)
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
    for (const [what, body] of wrong) expectRefused(call, await on.bring(call, body), 'invalidFile', what)
    expectRefused(call, await on.bring(call, form({}, [good]), { 'content-type': 'multipart/form-data' }), 'invalidFile', 'no boundary') // prettier-ignore
    expectRefused(
      call,
      await on.bring(call, form({ never_declared: '1' }, [good])),
      'invalidRequest',
      'an unknown field',
    )
    expectRefused(
      call,
      await on.bring(call, form({ ...sampleFields(call, on), environment: 'live' }, [good])),
      'invalidEnvironment',
      'another world',
    )
  })

  it.each(uploads)(
    '$name says what is too large: of the call in the call’s words, beyond 20 MB in its own',
    async ({ call }) => {
      const most = call.file?.mostBytes ?? 0
      const over = Buffer.concat([sampleFile(call).bytes, Buffer.alloc(most)])
      expectRefused(call, await on.bring(call, form({}, [sampleFile(call, { bytes: over })])), most >= limits.uploadBytes ? 'fileTooLarge' : 'invalidFile', 'one byte more') // prettier-ignore
      if (most < limits.uploadBytes) expectRefused(call, await on.bring(call, form({}, [sampleFile(call, { bytes: huge })])), 'fileTooLarge', '20 MB and more') // prettier-ignore
      expect(faults.fileTooLarge.text).toBe('Maximum 20 MB file is allowed')
      expect(faults.invalidFile.text).toBe('Uploaded File is invalid')
    },
  )

  const notForAll = uploads.filter(({ call }) => rules[call.access].who !== 'session')
  it.each(notForAll)('$name is not even read for who may not bring it', async ({ call }) => {
    const denied = await on.testApp.signIn(on.merchant, { roles: ['payouts-verify-user'] })
    for (const [as, fault, what] of [
      [denied, 'denied', 'another role'],
      [null, 'sessionLost', 'nobody'],
    ] as const) {
      let isRead = false
      const body = new Readable({ read: () => ((isRead = true), body.push(null)) })
      expectRefused(call, await on.bring(call, body, {}, as), fault, what)
      expect(isRead, what).toBe(false)
    }
  })

  it.each(uploads.filter(({ call }) => repeatOf(call) !== 'safe'))(
    '$name answers a repeated key with the first answer, and another file under it with 422',
    async ({ call }) => {
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const fields = sampleFields(call, on)
      const same = form(fields, [sampleFile(call)])
      const first = await on.bring(call, same, headers)
      const again = await on.bring(call, same, headers)
      expect(again.text).toBe(first.text)
      expect(again.headers['idempotent-replayed']).toBe('true')
      const other = await on.bring(call, form(fields, [sampleFile(call, {}, { variant: 1 })]), headers)
      expectRefused(call, other, 'keyReused', 'another file')
    },
  )

  it.each(uploads.filter(({ call }) => repeatOf(call) === 'safe'))(
    '$name changes nothing, so that it reads each file anew whatever the key',
    async ({ call }) => {
      const headers = { 'idempotency-key': crypto.randomUUID() }
      for (const variant of [0, 1]) {
        const answer = await on.bring(call, form(sampleFields(call, on), [sampleFile(call, {}, { variant })]), headers)
        expect(answer.status, answer.text).toBe(200)
        expect(answer.headers['idempotent-replayed']).toBeUndefined()
      }
    },
  )
})
