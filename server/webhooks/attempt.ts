import { limits } from '#contract/limits.ts'
import { newId } from '#server/kit/db/id.ts'
import { newNotes, type OutboundNotes } from '#server/kit/outbound/outbound-times.ts'
import { post } from '#server/kit/outbound/outbound.ts'
import { webhookHeaders } from '#server/kit/outbound/webhook-signature.ts'
import { traceHeaders } from '#server/kit/process/trace.ts'

/** What an attempt needs to be sent without a transaction. */
export interface Claim {
  fence: number
  at: Date
  url: string
  allowLoopback: boolean
  eventId: string
  body: string
  secrets: readonly string[]
  own: Record<string, string>
  test: boolean
}
/** How an attempt went. */
export interface Result {
  /** 0 when there was no answer. */
  status: number
  fault: string
  response: string
  retryAfterSeconds: number | undefined
  durationMs: number
  sent: Record<string, string>
  notes: OutboundNotes
}

/** Sends a claimed delivery once, signed, and says how it went. */
export async function sendAttempt(claim: Claim): Promise<Result> {
  const started = performance.now()
  const sent = {
    'content-type': 'application/json',
    'user-agent': 'Countinghouse-Webhooks/1',
    ...traceHeaders(),
    ...webhookHeaders({ id: claim.eventId, timestamp: claim.at, body: claim.body, secrets: claim.secrets }),
  }
  const notes = newNotes()
  const answer = await post(claim.url, {
    notes,
    headers: { ...claim.own, ...sent },
    body: claim.body,
    timeoutMs: claim.test ? limits.webhookTestTimeoutMs : limits.webhookTimeoutMs,
    maxBytes: limits.webhookReadBytes,
    allowLoopback: claim.allowLoopback,
  })
  const durationMs = Math.round(performance.now() - started)
  const hidden = Object.fromEntries(Object.keys(claim.own).map((name) => [name, hiddenValue]))
  const shared = { durationMs, sent: { ...hidden, ...sent }, notes }
  // An answer that did not end is kept as far as it came; a text of our own says why there is none at all.
  if ('fault' in answer) {
    const response = notes.seen?.bodyText ?? answer.text
    return { ...shared, status: 0, fault: answer.fault, response, retryAfterSeconds: undefined }
  }
  const { status, bodyText, retryAfterSeconds } = answer
  return { ...shared, status, fault: '', response: bodyText, retryAfterSeconds }
}
/** Stands for the value of a header of the merchant's own, which is never shown again. */
const hiddenValue = '***'

/** The row of an attempt, which has it whole. */
export const attemptOf = (
  deliveryId: string,
  claim: Claim,
  { status, fault, response, durationMs, sent, notes }: Result,
) => ({
  attempt_id: newId(),
  delivery_id: deliveryId,
  at: claim.at,
  url: claim.url,
  status,
  fault,
  duration_ms: durationMs,
  response,
  request_headers: JSON.stringify(sent),
  response_headers: JSON.stringify(notes.seen?.headers ?? {}),
  name_ms: notes.name,
  connect_ms: notes.connect,
  tls_ms: notes.tls,
  first_byte_ms: notes.firstByte,
})
