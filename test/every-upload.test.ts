import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { form } from './picture.ts'
import { sampleFields } from './request.ts'
import { sampleFile } from './sample-file.ts'
import { expectRefused, uploads, useUploading } from './uploads.ts'

/** What names of files do to every call that takes one, which is nothing, and many at once. */
const on = useUploading()

describe('an upload', () => {
  it.each(uploads)('$name is not moved by any name of a file', async ({ call }) => {
    const ending = sampleFile(call).name.slice('sample'.length)
    const names = [
      `../../etc/C:\\passwd%00\u202e😀'; drop table merchants;--<script>alert(1)</script>${ending}`,
      `${'x'.repeat(5_000)}${ending}`,
    ]
    // Not more at once than are let in: each file is read in a process of its own.
    await Promise.all(
      names.map(async (name) => {
        const answer = await on.bring(call, form({}, [sampleFile(call, { name })]))
        expect([200, 400], `${name.slice(0, 40)} → ${answer.text}`).toContain(answer.status)
      }),
    )
  })

  it.each(uploads)('$name lets four in at once and asks the fifth to come again', async ({ call }) => {
    // Forms that come slowly keep their places; one without a file needs nobody to read it in the end.
    const slow = Array.from({ length: limits.uploads }, () => {
      const { promise: isRead, resolve } = Promise.withResolvers<void>()
      return { body: new Readable({ read: () => resolve() }), isRead }
    })
    const letIn = slow.map(({ body }) => on.bring(call, body))
    await Promise.all(slow.map(({ isRead }) => isRead))
    const good = () => on.bring(call, form(sampleFields(call, on), [sampleFile(call)]))
    const fifth = await good()
    expect({ status: fifth.status, again: fifth.headers['retry-after'] !== undefined }).toEqual({
      status: 503,
      again: true,
    })
    for (const { body } of slow) {
      body.push(form({}, []))
      body.push(null)
    }
    for (const answer of await Promise.all(letIn)) expectRefused(call, answer, 'invalidFile', 'no file')
    expect((await good()).status).toBe(200)
  })

  // One limit is around all calls: what a call does in its place is the same for each.
  it.each(uploads.slice(0, 2))('$name keeps its place until it has its answer', async ({ call }) => {
    const answers = await Promise.all(
      Array.from({ length: limits.uploads + 1 }, () =>
        on.bring(call, form(sampleFields(call, on), [sampleFile(call)])),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      ...Array<number>(limits.uploads).fill(200),
      503,
    ])
  })
})
