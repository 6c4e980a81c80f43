import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rules } from '#contract/access.ts'
import { allCalls } from '#contract/contract.ts'
import { carriersOf, type Party } from '#test/carriers.ts'
import { addressOf, requestOf, signedBody } from '#test/request.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { report } from './counts.ts'
import { freePort } from './deployment.ts'
import { addParty, canary } from './party.ts'
import { patchedSource } from './patched-source.ts'
import { noPolicy } from './planted.ts'
import { program, type Program } from './program.ts'

/** What row-level security keeps apart when nothing before it does: every call, with another merchant named in each place. */
const calls = allCalls().filter(({ call }) => !['anyone', 'shopper'].includes(rules[call.access].who as string))
let testApp: TestApp
let shop: Party
let stranger: Party
beforeAll(async () => {
  testApp = await openTestApp({ KYC_REVIEW: 'master' })
  shop = await addParty(testApp, 'shop')
  stranger = await addParty(testApp, 'stranger')
}, 120_000)
afterAll(() => testApp.close())

describe('with the policy layer taken out of the program', () => {
  let place: string
  let api: Program
  let url: string
  const said: string[] = []
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'countinghouse-walls-'))
    const port = await freePort()
    url = `http://127.0.0.1:${port}/gateway`
    api = program({
      name: 'api without policy',
      role: 'api',
      source: await patchedSource(place, noPolicy),
      env: {
        PATH: process.env['PATH'] ?? '',
        DATA_DIR: place,
        DATABASE_URL: testApp.parts.ownerUrl,
        // Otherwise it would give the application's role a password of its own, which all databases of this server share.
        APP_DATABASE_URL: testApp.parts.databaseUrl,
        DEMO: '0',
        MASTER_KEY: testApp.parts.masterKey.toString('base64'),
        SMTP_URL: 'smtp://127.0.0.1:9',
        PORT: String(port),
        LOG_LEVEL: 'fatal',
      },
      onLine: (line) => said.push(line),
    })
    await api.start()
  }, 120_000)
  afterAll(async () => {
    await api.kill()
    await rm(place, { recursive: true, force: true })
  })

  test('row-level security alone lets nothing foreign through, by any call', { timeout: 600_000 }, async () => {
    const [own, theirs] = [shop, stranger]
    const before = await rowsOf(theirs.merchant.merchantId)
    const answers: Record<string, number> = {}
    for (const { name, call } of calls) {
      if (call.file) continue
      // A session for each call, as some calls end it. The lowest role, so that only row-level security is left to refuse.
      const session = await testApp.signIn(own.merchant, { roles: ['payouts-user'] })
      for (const { place: where, asked: request } of carriersOf(call, own, theirs)) {
        if (where.startsWith('x-')) continue
        const path = Object.fromEntries(
          Object.entries(request.path).map(([param, value]) => [param, value === theirs.merchant.key ? theirs.merchant.merchantId : value]),
        ) // prettier-ignore
        // Signed, so that it reaches the handler.
        const body = signedBody(call, withIds(request.body ?? {}, theirs), {
          key: session.signingKey,
          about: own.merchant.key,
        })
        const response = await fetch(url + addressOf(call, path, request.query), {
          method: call.method,
          headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          ...(call.method !== 'GET' && { body: JSON.stringify(body) }),
        }) // prettier-ignore
        const text = await response.text()
        answers[response.status] = (answers[response.status] ?? 0) + 1
        expect(text, `${name} ${where}`).not.toContain(canary('stranger'))
        expect(text, `${name} ${where}`).not.toContain(theirs.merchant.secret)
      }
    }
    expect(await rowsOf(theirs.merchant.merchantId)).toEqual(before)
    // The layer was off: a user without the role reaches their own merchant's objects.
    expect(answers[200]).toBeGreaterThan(20)
    report(`without the policy layer: ${JSON.stringify(answers)}`)
  })

  test('and the test notices when row-level security is off too', { timeout: 120_000 }, async () => {
    const theirs = stranger
    const entry = calls.find(({ name }) => name === 'readMerchant')
    if (!entry) throw new Error('no such call')
    const session = await testApp.signIn(shop.merchant)
    await testApp.owner.transaction(null, (tx) => tx.query('alter table merchants disable row level security', []))
    try {
      const { path } = requestOf(entry.call, theirs)
      const response = await fetch(url + addressOf(entry.call, path), { headers: { authorization: `Bearer ${session.token}` } }) // prettier-ignore
      expect(await response.text()).toContain(canary('stranger'))
    } finally {
      await testApp.owner.transaction(null, (tx) => tx.query('alter table merchants enable row level security', []))
    }
  })
})

/** The body with the merchant's id in the places of its key, which only the policy layer could read. */
const withIds = (body: Record<string, unknown>, { merchant }: Party): Record<string, unknown> =>
  JSON.parse(JSON.stringify(body).replaceAll(`"${merchant.key}"`, `"${merchant.merchantId}"`)) as Record<
    string,
    unknown
  >

/** What there is of a merchant, by table, but for what was written down about who tried what in its name. */
async function rowsOf(merchantId: string): Promise<Record<string, string>> {
  return testApp.owner.transaction(null, async (tx) => {
    const tables = await tx.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'merchant_id' and table_name not in ('audit_events', 'audit_heads')
         and table_name in (select relname from pg_class where relkind = 'r') order by 1`,
      [],
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const [row] = await tx.query<{ hash: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtext(t::text)), 0) as hash from ${name} t where merchant_id = $1`,
        [merchantId],
      )
      found[name] = row?.hash ?? ''
    }
    return found
  })
}
