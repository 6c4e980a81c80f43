import type { WholeAttempt } from '#contract/webhook-log.ts'

export interface Difference {
  name: string
  before: string
  after: string
}

/** What differs between two attempts beside what differs always: their times, and the signature by them. */
export function attemptDifferences(before: WholeAttempt, after: WholeAttempt): Difference[] {
  const [one, other] = [flat(before), flat(after)]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) => {
    const [was, is] = [one[name] ?? '', other[name] ?? '']
    return was === is ? [] : [{ name, before: short(was), after: short(is) }]
  })
}

const flat = ({
  url,
  status,
  fault,
  request_headers: sent,
  response_headers: got,
  response,
}: WholeAttempt): Record<string, string> => ({
  url,
  status: status === 0 ? fault : String(status),
  ...prefixed('→ ', sent),
  ...prefixed('← ', got),
  response,
})
const prefixed = (prefix: string, headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      always.has(name.toLowerCase()) ? [] : [[prefix + name.toLowerCase(), value]],
    ),
  )
const always = new Set(['webhook-timestamp', 'webhook-signature', 'traceparent', 'tracestate', 'date'])
const short = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)
