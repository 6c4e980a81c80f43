import type { CustomFetch } from 'openid-client'
import { limits } from '#contract/limits.ts'
import type { OutboundFault } from '#server/kit/outbound/outbound-fault.ts'
import { send } from '#server/kit/outbound/outbound.ts'

/** A provider did not answer, or its address is not allowed. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  readonly fault: OutboundFault['fault']
  constructor({ fault, text }: OutboundFault) {
    super(text)
    this.fault = fault
  }
}

/**
 * Requests to a provider, by the kit's outbound client: no issuer, redirect or named address can lead into our own network,
 * and time and size of an answer are limited. Throws {@link NoAnswer}.
 */
export const issuerFetch =
  ({ allowLoopback }: { allowLoopback: boolean }): CustomFetch =>
  async (url, { method, headers, body }) => {
    if (method !== 'GET' && method !== 'POST') throw new Error(`a provider is not asked by ${method}`)
    const answer = await send(url, {
      method,
      headers,
      body: body === undefined || body === null ? null : textOf(body),
      timeoutMs: limits.ssoAnswerMs,
      maxBytes: limits.ssoAnswerBytes,
      allowLoopback,
    })
    if ('fault' in answer) throw new NoAnswer(answer)
    const empty = answer.status === 204 || answer.status === 304
    return new Response(empty ? null : answer.bodyText, {
      status: answer.status,
      headers: { 'content-type': answer.contentType ?? '' },
    })
  }

function textOf(body: unknown): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new Error('a provider is told texts only')
}
