import type { SignatureCheck } from '#contract/signature-checks.ts'
import { limits } from '#contract/limits.ts'
import { comparer, type Candidate } from './explain.ts'
import type { Cause } from './mistakes.ts'

export interface HeadersQuestion {
  body: string
  /** The header `webhook-signature`. */
  signatures: string
  id: string
  timestamp: string
  /** Secure secrets that are good now, and others. */
  right: readonly Candidate[]
  wrong: readonly Candidate[]
  now: Date
}

const cause = (name: Cause['cause'], detail = ''): Cause => ({ cause: name, names: [], detail })

/** Whether the headers of a webhook match by the scheme of Standard Webhooks, or why not. */
export function explainHeaders(asked: HeadersQuestion): SignatureCheck {
  const { body, id, timestamp, now } = asked
  const canonical = `${id}.${timestamp}.${body}`
  const shown = { canonical, given: '', differs_at: null, variant: null }
  const missing = [id === '' && 'webhook-id', timestamp === '' && 'webhook-timestamp'].filter((name) => name !== false)
  if (missing.length > 0)
    return { ...shown, match: false, secret: null, causes: [{ cause: 'missing', names: missing, detail: '' }] }
  const found = search(asked)
  if (!found) return { ...shown, match: false, secret: null, causes: [cause('changed')] }
  const causes = [...found.causes, ...clockCauses(timestamp, now)]
  return { ...shown, match: causes.length === 0, secret: found.secret, causes }
}

function search({ body, signatures, id, timestamp, right, wrong }: HeadersQuestion) {
  let best: { causes: Cause[]; secret: Candidate['secret'] } | null = null
  const keys = [...right.flatMap((one) => keysOf(one, null)), ...wrong.flatMap((one) => keysOf(one, cause('secret')))]
  for (const part of signatures.trim().split(/[\s]+/)) {
    const versioned = part.startsWith('v1,')
    const fits = comparer(versioned ? part.slice(3) : part)
    for (const { text, causes: ofText } of bodiesOf(body))
      for (const { message, causes: ofForm } of messagesOf(text, { id, timestamp }))
        for (const { secret, key, causes: ofKey } of keys) {
          const output = fits(message, key)
          if (output === null) continue
          const causes = [
            ...ofText,
            ...ofForm,
            ...ofKey,
            ...(versioned ? [] : [cause('version')]),
            ...(output === 'base64' ? [] : [cause('output', output)]),
          ]
          if (!best || causes.length < best.causes.length) best = { causes, secret }
        }
  }
  return best
}

/** A secret of `whsec_` signs by the bytes that it encodes; others are used as they stand. */
function keysOf({ secret, key }: Candidate, wrong: Cause | null) {
  const text = key.toString()
  const causes = wrong ? [wrong] : []
  if (!text.startsWith('whsec_')) return [{ secret, key: text, causes }]
  const plain = text.slice('whsec_'.length)
  return [
    { secret, key: Buffer.from(plain, 'base64'), causes },
    { secret, key: text, causes: [...causes, cause('secret_form')] },
    { secret, key: plain, causes: [...causes, cause('secret_form')] },
  ]
}

/** The body, and what programs make of it when they read and write it again. */
function bodiesOf(body: string): { text: string; causes: Cause[] }[] {
  const rewritten = new Set([body.trim(), `${body}\n`, ...reserialised(body)])
  rewritten.delete(body)
  return [{ text: body, causes: [] }, ...[...rewritten].map((text) => ({ text, causes: [cause('body_rewritten')] }))]
}
function reserialised(body: string): string[] {
  try {
    const value: unknown = JSON.parse(body)
    return [
      JSON.stringify(value),
      JSON.stringify(value, null, 2),
      JSON.stringify(value, null, 4),
      JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ').replaceAll('{ ', '{').replaceAll(' }', '}'),
    ]
  } catch {
    return []
  }
}

/** The message, and forms of it that leave something out or have it in another place. */
const messagesOf = (body: string, { id, timestamp }: { id: string; timestamp: string }) => [
  { message: `${id}.${timestamp}.${body}`, causes: [] },
  ...[`${timestamp}.${body}`, body, `${id}.${body}`, `${timestamp}.${id}.${body}`, `${id}${timestamp}${body}`].map(
    (message) => ({
      message,
      causes: [cause('message_form')],
    }),
  ),
]

function clockCauses(timestamp: string, now: Date): Cause[] {
  const seconds = Number(timestamp)
  if (seconds > 1e11) return [cause('milliseconds')]
  const off = Math.round(now.getTime() / 1000 - seconds)
  return Number.isFinite(off) && Math.abs(off) <= limits.webhookToleranceSeconds ? [] : [cause('clock', String(off))]
}
