import type { Call } from '#contract/kit/call.ts'
import { objectParams } from '#contract/kit/call-facts.ts'

/** The object that the path names, if any. For a refused request, only a text that looks like a reference. */
export function objectIn(call: Call, path: unknown): string {
  const [name = ''] = objectParams(call)
  const named = (path as Record<string, unknown>)[name]
  return typeof named === 'string' && /^[\w-]{1,64}$/.test(named) ? named : ''
}
