import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Callback, ReceivedCallback } from '../provider.ts'
import { PaymentRequest } from './answers.ts'
import type { Ask } from './http.ts'
import { payoutByReference } from './payout-answers.ts'

/**
 * Verifies a call-back by its token. The token is the same for every call-back of an account and covers no byte of the
 * body, so none moves anything: Xendit is asked about what it names.
 */
export async function verifyXenditCallback(
  { headers, body }: ReceivedCallback,
  { token, ask }: { token: string; ask: Ask },
): Promise<Callback> {
  if (!token || !same(headers[tokenHeader] ?? '', token)) return { kind: 'forged', why: 'the token is another' }
  const given = Body.safeParse(parsedJson(body))
  if (!given.success) return { kind: 'ignored', why: 'a call-back of another form' }
  const { event = '', created, external_id, data, id: invoice = '', status = '' } = given.data
  const known = { kind: 'ask' as const, at: created ?? '' }
  const idOf = (fallback: string) => headers['webhook-id'] ?? fallback
  if (!event && external_id) return { ...known, id: idOf(`invoice ${invoice} ${status}`), key: external_id }
  if (!data) return { kind: 'ignored', why: 'a call-back about nothing' }
  const id = idOf(`${event} ${data.id ?? data.payment_id ?? ''} ${data.status ?? ''}`)
  if (event.startsWith('refund.')) {
    if (data.reference_id) return { ...known, id, key: data.reference_id }
    return { kind: 'ignored', why: 'a refund without a reference of ours' }
  }
  if (event.startsWith('payout.')) {
    if (!data.reference_id) return { kind: 'ignored', why: 'a payout without a reference of ours' }
    return payoutWord({ id, key: data.reference_id, at: known.at }, ask)
  }
  const request = data.payment_request_id
  if (!request) return { kind: 'ignored', why: `${event || 'a call-back'} about no payment request` }
  const subject = await subjectOf(request, data, ask)
  return subject ? { ...known, id, ...subject } : { kind: 'ignored', why: 'about a payment request that is not there' }
}

/** How the payout that a call-back names stands. Where Xendit does not say it now, the error has it send the call-back again. */
async function payoutWord(about: { id: string; key: string; at: string }, ask: Ask): Promise<Callback> {
  const outcome = await payoutByReference(ask, { key: about.key }, AbortSignal.timeout(longestMs))
  if (outcome.kind === 'absent') return { kind: 'ignored', why: 'about a payout that is not there' }
  if (outcome.kind === 'unknown') throw new Error(`Xendit did not say how the payout stands: ${outcome.why}`)
  if (outcome.kind === 'unavailable') throw new Error(outcome.providerText)
  return { kind: 'payout', ...about, outcome }
}

/** Only the payment request tells whose payment it is: the reference in the call-back may be that of the payment method. */
async function subjectOf(
  request: string,
  { reference_id, metadata }: NonNullable<Body['data']>,
  ask: Ask,
): Promise<{ key: string; merchantKey?: string } | null> {
  const reply = await ask({ path: `/payment_requests/${encodeURIComponent(request)}` }, AbortSignal.timeout(longestMs))
  if (reply.kind === 'answer' && reply.status === 404) return null
  const found = PaymentRequest.safeParse(reply.kind === 'answer' && reply.status === 200 ? reply.json : null).data
  const key = found?.reference_id ?? textIn(metadata, 'order_ref') ?? reference_id
  const merchantKey = textIn(found?.metadata ?? metadata, 'merchant_key')
  return key ? { key, ...(merchantKey && { merchantKey }) } : null
}

const tokenHeader = 'x-callback-token'
const longestMs = 5_000

const textIn = (metadata: Record<string, unknown> | null | undefined, name: string): string | undefined =>
  typeof metadata?.[name] === 'string' ? metadata[name] : undefined

/** In constant time; digests have one length whatever was sent. */
const same = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const name = z.string().max(255)
/** An invoice's call-back is the invoice itself; all others have an event and its data. */
const Body = z.object({
  event: name.optional(),
  created: z.iso.datetime({ offset: true }).optional().catch(undefined),
  id: name.optional(),
  external_id: name.optional(),
  status: name.optional(),
  data: z
    .object({
      id: name.nullish(),
      payment_id: name.nullish(),
      payment_request_id: name.nullish(),
      reference_id: name.nullish(),
      status: name.nullish(),
      metadata: z.record(z.string(), z.unknown()).nullish(),
    })
    .optional(),
})
type Body = z.infer<typeof Body>
