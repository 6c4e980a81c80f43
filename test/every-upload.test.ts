import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { form } from './picture.ts'
import { addressOf, requestOf, send } from './request.ts'
import { sampleFile } from './sample-file.ts'
import { expectRefused, uploads, useUploading } from './uploads.ts'

/** What holds for every call that takes a file, without a line for any of them. */
const on = useUploading()

describe('an upload', () => {
  it.each(uploads)('$name takes a form with its file, and nothing else', async ({ call }) => {
    const { testApp, session, merchant, objects } = on
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
      await on.bring(call, form({ environment: 'live' }, [good])),
      'invalidEnvironment',
      'another world',
    )
  })

  it.each(uploads)('$name lets four in at once and asks the fifth to come again', async ({ call }) => {
    const answers = await Promise.all(
      Array.from({ length: limits.uploads + 3 }, () => on.bring(call, form({}, [sampleFile(call)]))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    for (const answer of answers.filter(({ status }) => status === 503))
      expect(answer.headers['retry-after']).toBeDefined()
    expect((await on.bring(call, form({}, [sampleFile(call)]))).status).toBe(200)
  })
})
