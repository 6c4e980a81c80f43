import { writeLine } from '#server/kit/files/stream-apart.ts'
import { sampleOf, type SampleAsked } from './sample-of.ts'

/** A process that reads one sample from standard input and writes what it says. */
const asked = JSON.parse(process.argv[2] ?? '') as SampleAsked
/** The descriptor of a file without a name. */
const spoolTo = 3
await writeLine(await sampleOf(asked, process.stdin, { spoolTo }))
// What is left of a file that is refused, or too long, is not read.
process.stdin.destroy()
