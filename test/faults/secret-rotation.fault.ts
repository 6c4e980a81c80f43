import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from '#contract/faults.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { merchantToken } from '#test/merchant-token.ts'
import { ask, demoPassword, signIn, type Answer } from './client.ts'
import { countOf, report } from './counts.ts'
import { startDeployment, type Deployment } from './deployment.ts'
import { anyAddress, anyOf, type Merchant, type Question } from './intents.ts'
import { newJournal, type Journal } from './journal.ts'
import { endedSecretTaken } from './planted.ts'
import { planted } from './planted-test.ts'

/** Secrets are rotated while the merchants' servers call, and parts are killed: both are good until the old one ends. */
const rounds = countOf(12, 1)
/** Of all merchants together; each has its own rate limit. */
const callsPerSecond = countOf(200, 80)
/** Of the overlap, which is brought forward: its whole length is an hour at least. */
const overlapMs = countOf(8_000, 2_000)
/** After its end no old secret is taken. */
const graceMs = 1_000
const timeout = countOf(20 * 60_000, 60_000)
const file = import.meta.filename
let deployment: Deployment
let journal: Journal
let shops: Shop[]

beforeAll(async () => {
  deployment = await startDeployment()
  journal = newJournal()
  shops = (await signIn(deployment, journal, { sessions: 1 })).map((merchant) => ({ merchant, old: '', fresh: '' }))
  for (const shop of shops) {
    await asUser(shop, '/api/account/step-up', { password: demoPassword })
    shop.fresh = await secretOf(shop, 'reveal-secret', {})
    const { key } = shop.merchant
    await asUser(shop, `/merchants/${key}/webhooks`, {
      name: 'told',
      url: 'https://shop.example/told',
      type: 'payment_link',
    })
  }
}, 120_000)
afterAll(() => deployment.close(), 60_000)

test(
  `secrets are rotated under ${callsPerSecond} calls a second, ${rounds} times with a kill: none is refused in the overlap, none of the old is taken after it`,
  { timeout },
  async () => {
    for (let round = 0; round < rounds; round++) {
      const calls = await rotation(round % 2 === 0 ? killApi : () => deployment.killPostgres())
      expect(findingsIn(calls)).toEqual([])
      const [taken, refused] = [calls.filter(isTaken), calls.filter(isRefused)]
      // What would be tried for nothing proves nothing.
      expect(new Set(taken.map(({ by }) => by))).toEqual(new Set(['old', 'new']))
      expect(refused.length).toBeGreaterThan(0)
      const told = await toldSince(calls)
      expect(told.flatMap(({ finding }) => finding ?? [])).toEqual([])
      expect(new Set(told.map(({ by }) => by))).toEqual(new Set(['old', 'new']))
      const counts = `${taken.length} taken, ${refused.length} refused, ${told.length} webhooks`
      report(`round ${round}: ${calls.length} calls, ${counts}`)
    }
    expect(journal.misconduct).toEqual([])
  },
)

planted('an old secret that is taken past its end is found', { file, patches: endedSecretTaken, timeout }, async () => {
  const source = await deployment.plant(endedSecretTaken)
  for (const api of deployment.apis) {
    await api.kill()
    api.change({ source })
    await api.start()
  }
  const calls = await rotation(async () => {})
  expect(new Set(findingsIn(calls))).toEqual(new Set(['the old secret was taken after its end']))
})

const killApi = async () => {
  const api = anyOf(deployment.apis)
  await api.kill()
  await api.start()
}

/** A merchant with the secret that its server has known, and the one that it has been given. */
interface Shop {
  merchant: Merchant
  old: string
  fresh: string
}
/** One call of a merchant's server. Times are whole milliseconds since the epoch. */
interface Called {
  shop: Shop
  by: 'old' | 'new'
  sentAt: number
  answeredAt: number
  answer: Answer | null
  /** When the old secret ended. */
  endsAt: number
}
/** What is not refused is answered: a link is made, and nobody has the link that is asked for. */
const isTaken = ({ answer }: Called) => answer?.status === 200 || answer?.status === 404
const isRefused = ({ answer }: Called) => answer?.status === 401 || answer?.reason === faults.invalidSignature.reason

/** Rotates the secrets under load, does damage in the overlap, and goes on calling until the old secrets are long over. */
async function rotation(damage: () => Promise<void>): Promise<Called[]> {
  const calls: Promise<Omit<Called, 'endsAt'>>[] = []
  for (const shop of shops) Object.assign(shop, { old: shop.fresh, fresh: '' })
  const timer = setInterval(() => {
    const shop = shops[calls.length % shops.length] as Shop
    calls.push(callBy(shop, shop.fresh !== '' && Math.random() < 0.5 ? 'new' : 'old'))
  }, 1_000 / callsPerSecond)
  const ends = new Map<Shop, number>()
  try {
    await delay(300)
    for (const shop of shops) {
      await asUser(shop, '/api/account/step-up', { password: demoPassword })
      shop.fresh = await secretOf(shop, 'secret/rotate', { overlap_hours: 1 })
      const [row] = await deployment.sql<{ ends: number }>(
        `update merchants set previous_secret_ends_at = clock_timestamp() + $2 * interval '1 ms' where key = $1
         returning floor(extract(epoch from previous_secret_ends_at) * 1000) as ends`,
        [shop.merchant.key, overlapMs],
      )
      ends.set(shop, Number(row?.ends))
    }
    await damage()
    await delay(Math.max(...ends.values()) + graceMs + 700 - Date.now())
  } finally {
    clearInterval(timer)
  }
  return (await Promise.all(calls)).map((called) => ({ ...called, endsAt: ends.get(called.shop) ?? 0 }))
}

const findingsIn = (calls: readonly Called[]): string[] =>
  calls.flatMap((called) => {
    const { by, sentAt, answeredAt, endsAt, answer } = called
    if (isRefused(called) && by === 'new') return ['the new secret was refused']
    if (isRefused(called)) return answeredAt < endsAt ? ['the old secret was refused before its end'] : []
    if (isTaken(called))
      return by === 'old' && sentAt > endsAt + graceMs ? ['the old secret was taken after its end'] : []
    // A request that nobody answered, or that a part put off which could not work.
    return answer === null || answer.status === 503 ? [] : [`${answer.status} ${answer.reason}`]
  })

/** The webhooks of a rotation, by the secret that verifies each: the old one until its end, then the new one. */
async function toldSince(calls: readonly Called[]) {
  const since = Math.min(...calls.map(({ sentAt }) => sentAt))
  const events = await deployment.sql<{ key: string; body: Record<string, unknown>; at: number }>(
    `select m.key, e.body::jsonb as body, extract(epoch from e.created_at)::float8 * 1000 as at
     from webhook_events e join merchants m using (merchant_id)
     where e.type = 'payment_link' and e.created_at >= to_timestamp($1::float8 / 1000)`,
    [since],
  )
  return events.map(({ key, body, at }) => {
    const { shop, endsAt } = calls.find((called) => called.shop.merchant.key === key) as Called
    const { amount, countryCode, currency, link_ref, merchant_order_ref, status, signature_hash } = body
    const named = { amount, country_code: countryCode, currency, link_ref, merchant_order_ref, status }
    const params = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, String(value)]))
    const by = (['old', 'new'] as const).find(
      (which) => signature_hash === sign(params, which === 'old' ? shop.old : shop.fresh),
    )
    // An event has the time at which its transaction began; it is signed somewhat later.
    const expected = at < endsAt - graceMs ? ['old'] : at > endsAt + graceMs ? ['new'] : ['old', 'new']
    return {
      by,
      finding:
        by && expected.includes(by) ? null : `${String(status)}, ${Math.round(at - endsAt)} ms after the end, by ${by}`,
    }
  })
}

/** One call in four makes a link, with a signature; the others ask for a link. */
async function callBy(shop: Shop, by: Called['by']): Promise<Omit<Called, 'endsAt'>> {
  const key = by === 'new' ? shop.fresh : shop.old
  const token = await merchantToken({ key: shop.merchant.key, secret: key })
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': anyAddress() }
  const about = { method: 'GET', path: `/merchants/paymentLink/${'0'.repeat(27)}/valid`, headers } as const
  const sentAt = Date.now()
  const isNew = Math.random() < 0.25
  const question = isNew ? newLink(shop.merchant, key, headers) : about
  const answer = await ask(journal, anyOf(deployment.apis).url, question)
  const made = isNew && answer?.status === 200 ? String(answer.content['link_ref']) : ''
  // Of a cancelled link a webhook tells.
  const cancel = { method: 'PUT', path: `/api/paymentLink/${made}/status/cancelled`, headers } as const
  if (made !== '') await ask(journal, anyOf(deployment.apis).url, cancel)
  return { shop, by, sentAt, answeredAt: Date.now(), answer }
}

function newLink({ key, currency }: Merchant, secret: string, headers: Record<string, string>): Question {
  const order = { currency, merchant_order_id: randomUUID() }
  const params = { ...order, amount: '100', client_key: key, success_url: '', failure_url: '' }
  const body = { ...order, chaipay_key: key, environment: 'sandbox', amount: 100, signature_hash: sign(params, secret) }
  return { method: 'POST', path: '/merchants/paymentLink', headers, body }
}

const secretOf = async (shop: Shop, path: string, body: object) =>
  String((await asUser(shop, `/api/merchants/${shop.merchant.key}/${path}`, body))['iamportSecret'])

/** Whoever is turned away by a busy process asks again. */
async function asUser({ merchant }: Shop, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${merchant.sessions[0]?.token}` }
  const question = { method: 'POST', path, body, headers } as const
  let answer = await ask(journal, deployment.apis[0].url, question)
  for (let tries = 0; answer?.status === 503 && tries < 40; tries++) {
    await delay(250)
    answer = await ask(journal, deployment.apis[0].url, question)
  }
  if (answer?.status !== 200) throw new Error(`${path}: ${answer?.text}`)
  return answer.content
}
