import { z } from 'zod'
import type { Outcome } from '../provider.ts'
import type { Reply } from './http.ts'
import { meaningOf } from './issues.ts'
import { unknown } from './orders.ts'

export interface ProblemLog {
  warn(fields: object, message: string): void
}

/** What depends on the operation that was refused. */
interface Cases {
  /** The provider's reference of what was asked for. */
  ref: string
  /** The shopper has to choose another source of funds. */
  again(providerText: string): Promise<Outcome>
  /** The state at PayPal decides. */
  look(issue: string): Promise<Outcome>
}

/**
 * The outcome of an answer that is no success. Only PayPal's own form of errors is a decline, as a proxy in between may
 * answer anything with any status.
 */
export function refusals(log: ProblemLog) {
  const unlisted = new Set<string>()

  return async function refusal(reply: Reply, cases: Cases): Promise<Outcome> {
    if (reply.kind === 'unknown') return unknown(reply.why)
    if (reply.kind === 'unsent') return { kind: 'unavailable', providerText: reply.why }
    const { status, json } = reply
    const error = ErrorAnswer.safeParse(json).data
    const detail = error?.details?.[0] ?? error?.issues?.[0]
    const providerText = detail?.description ?? error?.message ?? `PayPal answered ${status}.`
    if (status === 401 || status === 403 || status === 429) return { kind: 'unavailable', providerText }
    if (status < 400 || status >= 500 || error === undefined) return unknown(`answered ${status}`)

    const issue = detail?.issue ?? error.name
    const meaning = meaningOf(issue)
    if (meaning === 'again') return cases.again(providerText)
    if (meaning === 'look' || status === 409) return cases.look(issue)
    if (meaning === 'provider') return { kind: 'unavailable', providerText }
    if (meaning === 'ours' || (meaning === undefined && status === 400)) {
      log.warn({ issue, field: detail?.field, status }, 'PayPal found a fault in a request')
      return { kind: 'unavailable', providerText }
    }
    if (meaning === undefined && unlisted.size < mostUnlisted && !unlisted.has(issue)) {
      unlisted.add(issue)
      log.warn({ issue, status }, 'PayPal declined for a reason that is not listed')
    }
    return { kind: 'declined', providerRef: cases.ref, reason: meaning ?? genericDecline, providerText }
  }
}

const genericDecline = 'BANK_REFUSED_TRANSACTION'
const mostUnlisted = 1_000

/** Answers name `details`; the published schemas name them `issues`. */
const Detail = z.object({ issue: z.string(), description: z.string().optional(), field: z.string().optional() })
const ErrorAnswer = z.object({
  name: z.string(),
  message: z.string().optional(),
  details: z.array(Detail).optional(),
  issues: z.array(Detail).optional(),
})
