import { createReadStream } from 'node:fs'
import { parse } from 'csv-parse'
import { forgetPeak, memoryOf } from './memory.ts'
import { serveQuestions } from './process.ts'

/** Only parses a file as a stream, with `csv-parse`: nothing is checked or kept. */
serveQuestions<{ path: string }>(null, async ({ path }) => {
  forgetPeak(process.pid)
  const began = performance.now()
  let rows = 0
  for await (const record of createReadStream(path).pipe(parse({ bom: true })) as AsyncIterable<string[]>)
    rows += record.length > 0 ? 1 : 0
  return { rows, seconds: (performance.now() - began) / 1_000, peakMb: memoryOf(process.pid).peakMb }
})
