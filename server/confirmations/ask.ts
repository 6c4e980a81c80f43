import { majorText, toMajor, type Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import type { Signed } from '#contract/signed-names.ts'
import { sign } from '#server/kit/auth/signature.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { post } from '#server/kit/outbound/outbound.ts'
import { webhookHeaders } from '#server/kit/outbound/webhook-signature.ts'
import { traceHeaders } from '#server/kit/process/trace.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { mayLoopBack } from '#server/webhooks/deliver.ts'
import { signingSecrets } from '#server/webhooks/secret.ts'
import { reasonIn } from './reason.ts'
import { findAddress } from './queries.ts'

/** What the merchant's server is asked about. */
export interface Question {
  /** The `webhook-id`, the same however often it is asked. */
  requestId: string
  orderRef: string
  merchantOrderRef: string
  amountMinor: bigint
  currency: Currency
}

/** A signed request, ready to be sent without a transaction. */
export interface Request {
  url: string
  body: string
  headers: Readonly<Record<string, string>>
  allowLoopback: boolean
}

/** `busy`: nothing was sent, so that it may be asked later. */
export type Answer =
  | { kind: 'busy' }
  | { kind: 'capture' | 'void'; status: number; fault: string; reason: string; note: string }

/** The request for a decision, signed by the secure secret and by the merchant's; null without an address. */
export async function requestFor(ctx: Ctx, question: Question): Promise<Request | null> {
  const address = await findAddress(ctx)
  if (!address) return null
  const { requestId, orderRef, merchantOrderRef, amountMinor, currency } = question
  const [{ key, secret }, secrets] = await Promise.all([merchantSecret(ctx), signingSecrets(ctx)])
  const signed: Signed<'confirmation'> = {
    amount: majorText(amountMinor, currency),
    currency,
    merchant_order_ref: merchantOrderRef,
    portone_key: key,
    portone_order_ref: orderRef,
  }
  const body = JSON.stringify({
    ...signed,
    amount: toMajor(amountMinor, currency),
    signature_hash: sign(signed, secret),
  })
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Countinghouse-Confirmations/1',
    ...webhookHeaders({ id: requestId, timestamp: ctx.now, body, secrets }),
  }
  return { url: address.url, body, headers, allowLoopback: mayLoopBack(ctx.services, ctx.owner) }
}

/** Asks once. Only a whole answer of status 200 in time captures; everything else voids. */
export async function ask({ url, body, headers, allowLoopback }: Request): Promise<Answer> {
  const answer = await post(url, {
    headers: { ...headers, ...traceHeaders() },
    body,
    timeoutMs: limits.confirmationTimeoutMs,
    maxBytes: limits.webhookReadBytes,
    allowLoopback,
  })
  if ('fault' in answer) {
    if (answer.fault === 'busy') return { kind: 'busy' }
    return { kind: 'void', status: 0, fault: answer.fault, reason: '', note: answer.text }
  }
  const { status, bodyText } = answer
  const note = bodyText.trim().slice(0, limits.confirmationNoteLength).toWellFormed()
  if (status === 200) return { kind: 'capture', status, fault: '', reason: '', note }
  return { kind: 'void', status, fault: '', reason: reasonIn(bodyText), note }
}
