import { limits } from '#contract/limits.ts'

/**
 * The merchant's words for the shopper in the body of a refusal, `{"reason": "…"}`: one line of plain text, cut to
 * `limits.confirmationReasonLength` characters; empty where there are none.
 */
export function reasonIn(body: string): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return ''
  }
  const reason = parsed !== null && typeof parsed === 'object' && 'reason' in parsed ? parsed.reason : ''
  if (typeof reason !== 'string') return ''
  const line = reason.toWellFormed().replaceAll(turning, '').replaceAll(breaking, ' ').trim()
  return Array.from(line).slice(0, limits.confirmationReasonLength).join('').trim()
}

/** Characters that change the direction of the text around them. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g
const breaking = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu
