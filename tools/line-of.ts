import { ConfigError } from '#server/config.ts'

/** What an operator is told of a failure: its own words, without where in the program it happened. */
export function lineOf(error: unknown): string {
  if (error instanceof ConfigError) return error.faults.join('\n')
  return error instanceof Error ? error.message : String(error)
}
