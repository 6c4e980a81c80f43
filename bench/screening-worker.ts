import { openMatcher, type Entry } from '#server/screening/matcher.ts'
import { serveQuestions } from './process.ts'

/** Compares names with a list, as the job of the screening does in a worker. */
export interface Screening {
  entries: readonly Entry[]
  names: readonly string[]
}
export interface Screened {
  readMs: number
  comparedMs: number
  matches: number
}

serveQuestions<Screening>(null, ({ entries, names }): Screened => {
  const began = performance.now()
  const compare = openMatcher(entries)
  const read = performance.now()
  const matches = names.filter((name) => compare(name).length > 0).length
  return { readMs: read - began, comparedMs: performance.now() - read, matches }
})
