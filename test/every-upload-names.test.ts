import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { form } from './picture.ts'
import { sampleFile } from './sample-file.ts'
import { uploads, useUploading } from './uploads.ts'

/** What names of files do to every call that takes one: nothing. */
const on = useUploading()

describe('an upload', () => {
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
    // As many at once as are let in: each file is read in a process of its own.
    for (const some of [names.slice(0, limits.uploads), names.slice(limits.uploads)])
      await Promise.all(
        some.map(async (name) => {
          const answer = await on.bring(call, form({}, [sampleFile(call, { name })]))
          expect([200, 400], `${name.slice(0, 40)} → ${answer.text}`).toContain(answer.status)
        }),
      )
  })
})
