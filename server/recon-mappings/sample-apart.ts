import { writeLine } from '#server/kit/files/stream-apart.ts'
import { sampleOf, type SampleAsked } from './sample-of.ts'

/** A process that reads one sample from standard input and writes what it says. */
const asked = JSON.parse(process.argv[2] ?? '') as SampleAsked
await writeLine(await sampleOf(asked, process.stdin))
// What is left of a large file is not read.
process.stdin.destroy()
