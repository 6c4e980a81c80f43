import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { form } from './picture.ts'
import { sampleFields } from './request.ts'
import { sampleFile } from './sample-file.ts'
import { uploads, useUploading } from './uploads.ts'

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
    const answers = await Promise.all(
      Array.from({ length: limits.uploads + 1 }, () =>
        on.bring(call, form(sampleFields(call, on), [sampleFile(call)])),
      ),
    )
    const letIn = Array<number>(limits.uploads).fill(200)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...letIn, 503])
    for (const answer of answers.filter(({ status }) => status === 503))
      expect(answer.headers['retry-after']).toBeDefined()
    expect((await on.bring(call, form(sampleFields(call, on), [sampleFile(call)]))).status).toBe(200)
  })
})
