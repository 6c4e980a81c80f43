import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { Deployment } from './deployment.ts'
import { anyAddress, anyOf, questionOf, type Merchant, type Question } from './intents.ts'
import type { Intent, Journal } from './journal.ts'

export const demoPassword = 'countinghouse-demo-1'

/** Many connections, so that what is sent at once arrives at once. */
const agent = new Agent({ connections: 256, connect: { timeout: 3_000 }, headersTimeout: 15_000, bodyTimeout: 15_000 })

export interface Answer {
  status: number
  reason: string
  text: string
  content: Record<string, unknown>
  replayed: boolean
}

/** One question, asked once; null when no whole answer came. */
export async function ask(journal: Journal, base: string, question: Question): Promise<Answer | null> {
  const got = await exchange(journal, `${base}/gateway`, question)
  if (got === null) return null
  const { status, text, headers } = got
  try {
    const json = JSON.parse(text) as Record<string, unknown>
    const reason = textIn(json, 'status_reason')
    const seen = `${status} ${reason}`
    journal.answers[seen] = (journal.answers[seen] ?? 0) + 1
    const content = (json['content'] ?? {}) as Record<string, unknown>
    return { status, reason, text, content, replayed: headers['idempotent-replayed'] === 'true' }
  } catch {
    journal.misconduct.push(`${question.path} answered ${status} with what is not JSON: ${text.slice(0, 80)}`)
    return null
  }
}
const textIn = (json: Record<string, unknown>, name: string) => (typeof json[name] === 'string' ? json[name] : '')

/** Opens the shopper's page; false when it could not be shown just now. */
export async function openPage({ deployment, journal }: Load, linkRef: string): Promise<boolean> {
  const headers = { 'x-forwarded-for': anyAddress() }
  const got = await exchange(journal, anyOf(deployment.apis).url, { method: 'GET', path: `/pay/${linkRef}`, headers })
  if (got !== null && got.status !== 200 && got.status !== 503)
    journal.misconduct.push(`the page of ${linkRef} answered ${got.status}`)
  return got?.status === 200
}

/** The whole answer, or null. What no kill excuses is written into the journal. */
async function exchange(journal: Journal, base: string, { method, path, body, headers = {} }: Question) {
  const sentAt = performance.now()
  try {
    const answer = await request(base + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
      dispatcher: agent,
    })
    const text = await answer.body.text()
    const ms = Math.round(performance.now() - sentAt)
    const status = answer.statusCode
    journal.slowestMs = Math.max(journal.slowestMs, ms)
    const what = `${method} ${path} answered ${status}`
    if (status >= 500 && status !== 503) journal.misconduct.push(what)
    if (status === 503 && !answer.headers['retry-after']) journal.misconduct.push(`${what}, but not when to try again`)
    if (ms > mostMs) journal.misconduct.push(`${what} after ${ms} ms`)
    return { status, text, headers: answer.headers }
  } catch {
    journal.answers['no answer'] = (journal.answers['no answer'] ?? 0) + 1
    return null
  }
}
/** No answer, good or bad, may take longer. */
const mostMs = 5_000

/** Whether it says for certain what became of the request. */
export const isCertain = (answer: Answer | null): answer is Answer =>
  answer !== null && answer.status < 500 && answer.status !== 429 && answer.reason !== 'REQUEST_IN_PROGRESS'

/** Asks with one key, of either API in turn, until an answer is certain; then it is in the journal. */
export async function askUntilCertain(
  { deployment, journal }: Load,
  intent: Intent,
  { patienceMs = 45_000 } = {},
): Promise<Answer | null> {
  journal.intents.push(intent)
  const deadline = performance.now() + patienceMs
  const first = Math.random() < 0.5 ? 0 : 1
  let doubtSince: number | null = null
  while (performance.now() < deadline) {
    const api = deployment.apis[((first + intent.tries) % 2) as 0 | 1]
    intent.tries += 1
    const answer = await ask(journal, api.url, questionOf(intent))
    if (isCertain(answer)) {
      if (doubtSince !== null) journal.doubtMs.push(Math.round(performance.now() - doubtSince))
      intent.answer = answerOf(intent, answer)
      return answer
    }
    doubtSince ??= performance.now()
    await delay(Math.min(50 * intent.tries, 500))
  }
  return null
}

const refNames = { create: 'link_ref', cancel: 'link_ref', attempt: 'order_ref', refund: 'refund_id' } as const
export const answerOf = (intent: Intent, { status, reason, content, text }: Answer): Intent['answer'] => ({
  status,
  reason,
  ref: textIn(content, refNames[intent.kind]),
  body: text,
})

export interface Load {
  deployment: Deployment
  journal: Journal
  merchants: readonly Merchant[]
}

const known = [
  { slug: 'acme', currency: 'SGD', exponent: 2 },
  { slug: 'atlas', currency: 'IDR', exponent: 2 },
  { slug: 'borneo', currency: 'MYR', exponent: 2 },
  { slug: 'delta', currency: 'KRW', exponent: 0 },
] as const

export async function signIn(deployment: Deployment, journal: Journal, { sessions = 2 } = {}): Promise<Merchant[]> {
  const merchants: Merchant[] = []
  for (const { slug, currency, exponent } of known) {
    const merchant: Merchant = { slug, currency, exponent, key: '', sessions: [] }
    for (let n = 0; n < sessions; n++) {
      const body = { username: `admin@${slug}.example`, password: demoPassword }
      const headers = { 'x-forwarded-for': anyAddress() }
      const asked = { method: 'POST', path: '/api/account/login', body, headers } as const
      let answer = await ask(journal, deployment.apis[0].url, asked)
      // A busy process turns sign-ins away; whoever is turned away asks again.
      for (let tries = 0; answer?.status === 503 && tries < 20; tries++) {
        await delay(250)
        answer = await ask(journal, deployment.apis[0].url, asked)
      }
      if (answer?.status !== 200) throw new Error(`${slug} could not sign in: ${answer?.text ?? 'no answer'}`)
      const {
        token,
        signing_key: signingKey,
        user,
      } = answer.content as Record<string, string> & { user: { iamportKey: string } }
      merchant.key = user.iamportKey
      merchant.sessions.push({ token: String(token), signingKey: String(signingKey) })
    }
    merchants.push(merchant)
  }
  return merchants
}

/** The form of a shopper with this card, sent to the provider as the browser sends it. */
export async function cardToken({ deployment }: Load, number: string): Promise<string> {
  const cvc = /^3[47]/.test(number) ? '1234' : '123'
  const form = { number, exp_month: '12', exp_year: '39', cvc, holder: 'Ada Lovelace' }
  const answer = await request(`${deployment.simulator.url}/v1/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ publishable_key: deployment.simulator.publishableKey, ...form }),
    dispatcher: agent,
  })
  const { token } = (await answer.body.json()) as { token?: string }
  if (!token) throw new Error(`the provider gave no token for ${number}`)
  return token
}
