import { calendarVectors } from '#test/calendar-vectors.ts'

/** Prints the vectors of the calendar of subscriptions, in the form of `test/samples/calendar-vectors.txt`. */
for (const line of calendarVectors()) process.stdout.write(`${line}\n`)
