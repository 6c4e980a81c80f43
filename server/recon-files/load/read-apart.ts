import { writeFrame } from '#server/kit/files/frames-apart.ts'
import { SourceRefused } from '../read/source-rows.ts'
import type { FileAsked, RefusedFrame } from './frames.ts'
import { readFile } from './read-file.ts'

/** A process that reads one file of reconciliation from standard input and writes what it says. */
const asked = JSON.parse(process.argv[2] ?? '') as FileAsked
try {
  await readFile(asked, process.stdin, writeFrame)
} catch (error) {
  if (!(error instanceof SourceRefused)) throw error
  const missing = 'missing' in error ? (error.missing as RefusedFrame['missing']) : []
  await writeFrame({ kind: 'refused', reason: error.reason, params: error.params, missing } satisfies RefusedFrame)
}
// What is left of a refused file is not read.
process.stdin.destroy()
