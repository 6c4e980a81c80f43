import { ConfigError } from '#server/config.ts'

/** The line about an error for the operator: its message, without a stack. */
export function lineOf(error: unknown): string {
  if (error instanceof ConfigError) return error.faults.join('\n')
  return error instanceof Error ? error.message : String(error)
}
