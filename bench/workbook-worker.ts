import { createReadStream, openSync, unlinkSync } from 'node:fs'
import { openSource } from '#server/recon-files/read/open-source.ts'
import { forgetPeak, memoryOf } from './memory.ts'
import { serveQuestions, taskOf } from './process.ts'

/** Reads a file as reconciliation does, all cells of all rows, with a file for what it does not keep in memory. */
const { spool } = taskOf<{ spool: string }>()
const spoolTo = openSync(spool, 'wx+')
unlinkSync(spool)

serveQuestions<{ path: string }>(null, async ({ path }) => {
  forgetPeak(process.pid)
  const began = performance.now()
  const { rows } = await openSource(createReadStream(path), {}, { spoolTo })
  let [count, cells] = [0, 0]
  for await (const some of rows)
    for (const row of some) {
      count += 1
      cells += row.cells.length
    }
  return { rows: count, cells, seconds: (performance.now() - began) / 1_000, peakMb: memoryOf(process.pid).peakMb }
})
