import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { NotificationKind } from '#contract/notifications.ts'
import { RemittanceRow as Shown } from '#contract/remittances.ts'
import { signedNames } from '#contract/signed-names.ts'
import { verify } from '#server/kit/auth/signature.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { eventFor } from '#server/notifications/changes.ts'
import { addressOf, mailed } from '#server/notifications/notices-fixtures.ts'
import type { KnownRemittance } from '#server/providers/remittances.ts'
import type { Role } from '#contract/access.ts'
import { runJobs } from '#test/run-jobs.ts'
import type { TestSession } from '#test/test-app.ts'
import { acceptRate } from './acts.ts'
import { receiveSettledWord } from './callbacks.ts'
import { fakeProvider } from './fake-provider.ts'
import { openRemitting, type Remitting } from './fixtures.ts'
import { at, monday, openOverdue, type Overdue } from './told-fixtures.ts'

let first: Remitting
const { fake, provider } = fakeProvider()
beforeAll(async () => {
  first = await openRemitting()
  first.testApp.serveParts.services.provider = () => provider
})
afterAll(() => first.close())

const sold = '446.93 USD'

const overdue = (of: Parameters<typeof openOverdue>[2] = {}) => openOverdue(first.testApp, fake, of)
const paid: KnownRemittance = { kind: 'paid', providerRef: 'P', amountMinor: 616_195n }
const declined: KnownRemittance = { kind: 'failed', providerRef: 'P', reason: 'INVALID_ACCOUNT', providerText: '' }

describe('people are told once', () => {
  it('that a settlement was remitted, and that it came back', async () => {
    const one = await overdue()
    const admin = await one.signIn()
    await one.cut()
    await one.quote()
    await one.send()
    await one.word(paid)
    await one.word({ ...paid, kind: 'returned', returnedMinor: 610_000n, reason: 'ACCOUNT_CLOSED', providerText: '' })
    const facts = { settlement_ref: one.ref, amount: '616,195 KRW', sold }
    expect(await one.toldTo(admin)).toMatchObject([
      { kind: 'remittance_paid', facts },
      { kind: 'remittance_returned', facts: { ...facts, returned: '610,000 KRW' } },
    ])
  })

  it('that it failed, and that the provider then said the contrary', async () => {
    const one = await overdue()
    const admin = await one.signIn()
    await one.cut()
    fake.answers.set(`${one.ref}:1`, declined)
    await one.quote()
    await one.send()
    await one.word(paid)
    expect(await one.toldTo(admin)).toMatchObject([
      { kind: 'remittance_failed', facts: { settlement_ref: one.ref, amount: '616,195 KRW', sold } },
      { kind: 'remittance_contradicted', facts: { settlement_ref: one.ref, amount: sold } },
    ])
  })

  it('why it is held, and anew only when that is another reason', async () => {
    const one = await overdue({ account: false })
    const admin = await one.signIn()
    await one.cut()
    await one.quote()
    await one.shop.account(monday)
    await one.shop.wait(at('2026-03-10T03:00:00'))
    await one.quote()
    expect(await one.toldTo(admin)).toMatchObject([
      { kind: 'remittance_held', facts: { settlement_ref: one.ref, amount: sold, reason: 'account_missing' } },
      { kind: 'remittance_held', facts: { reason: 'account_waits' } },
    ])
  })

  it('what a lower rate costs, and nothing of it as a hold like others', async () => {
    const one = await overdue()
    const admin = await one.signIn()
    await one.cut()
    fake.rates['USD KRW'] = '1377.33'
    await one.quote()
    const facts = { before: '616,195 KRW', now: '610,030 KRW', loss: '6,165 KRW' }
    expect(await one.toldTo(admin)).toMatchObject([{ kind: 'remittance_rate_moved', facts }])
    await one.shop.at(monday, (ctx) => acceptRate(ctx, one.ref, '1377.33'))
    await one.quote()
    await one.send()
    expect((await one.toldTo(admin)).map(({ kind }) => kind)).toEqual(['remittance_rate_moved', 'remittance_paid'])
  })

  it('that its provider says another amount', async () => {
    const one = await overdue()
    const admin = await one.signIn()
    await one.cut()
    fake.answers.set(`${one.ref}:1`, { ...paid, amountMinor: 616_194n })
    await one.quote()
    await one.send()
    expect(await one.toldTo(admin)).toMatchObject([
      { kind: 'remittance_amount_differs', facts: { amount: '616,195 KRW', said: '616,194 KRW' } },
    ])
  })

  it('why a period stays open, however many periods that is', async () => {
    const one = await overdue({ minimumMinor: 50_000n })
    const admin = await one.signIn()
    await one.cut()
    for (const day of ['2026-03-06T15:00:00', '2026-03-07T15:00:00'])
      await one.shop.cut(at(day), 'USD', { source: '1', destination: '1378.72875' })
    expect(await one.toldTo(admin)).toMatchObject([
      {
        kind: 'remittance_not_cut',
        facts: { settlement_ref: one.ref, net: sold, reason: 'below_minimum', until: '2026-03-07' },
      },
    ])
    expect(await one.bodies()).toEqual([])
  })

  it('that nothing is left to send', async () => {
    const one = await overdue()
    const admin = await one.signIn()
    await one.shop.refund(at('2026-03-05T04:00:00'), 'a', 44_693n)
    await one.cut()
    expect(await one.toldTo(admin)).toMatchObject([
      { kind: 'remittance_ended', facts: { settlement_ref: one.ref, sold } },
    ])
    expect((await one.bodies()).map(({ status }) => status)).toEqual(['Remitted'])
  })

  it('that its provider has settled what was not expected', async () => {
    const one = await overdue()
    const admin = await one.signIn()
    const word = {
      channelKey: 'SIMULATOR',
      told: { providerRef: 'W9', currency: 'USD', settledOn: '2026-03-06', lines: [{ kind: 'payment', ref: 'unknown', grossMinor: 500n, netMinor: 500n }] },
    } as unknown as Parameters<typeof receiveSettledWord>[1] // prettier-ignore
    for (let round = 0; round < 2; round++) await one.shop.at(monday, (ctx) => receiveSettledWord(ctx, word))
    expect(await one.toldTo(admin)).toMatchObject([
      { kind: 'provider_settlement_differs', facts: { channel: 'SIMULATOR', provider_ref: 'W9', lines: '1' } },
    ])
  })
})

describe('who is told', () => {
  const remit = async (one: Overdue) => {
    await one.cut()
    await one.quote()
    await one.send()
  }

  it('are administrators of the merchant, in their language, with a link to the settlement', async () => {
    const one = await overdue()
    const [admin, other, stranger] = [
      await one.signIn(['admin']),
      await one.signIn(['payment-admin', 'payouts-admin', 'recon-admin']),
      await one.shop.testApp.signIn(await one.shop.testApp.addMerchant(), { roles: ['admin'] }),
    ]
    const arabic = await one.signIn(['sub-admin'])
    await one.shop.sql(
      `insert into notification_languages (merchant_id, sub_user_id, language) values ($1, $2, 'ar')`,
      [arabic.subUserId],
    )
    await remit(one)
    await runJobs(one.shop.testApp, mailed)
    const link = `/remittances/settlements/details?ref=${one.ref}`
    const mailsOf = async (session: TestSession) =>
      (await messagesTo(one.shop.testApp, addressOf(session)))
        .map(({ text }) => text)
        .filter((text) => text.includes('/remittances/settlements'))
    const english = await mailsOf(admin)
    expect(english).toHaveLength(1)
    expect(english[0]).toContain(link)
    expect(english[0]).toMatch(/616,195 KRW.* for sales of .*446\.93 USD.* was paid to your account/)
    const inArabic = await mailsOf(arabic)
    expect(inArabic).toHaveLength(1)
    expect(inArabic[0]).toContain('إلى حسابك')
    expect(inArabic[0]).toContain(link)
    for (const session of [other, stranger]) {
      expect(await mailsOf(session)).toEqual([])
      expect(await one.toldTo(session)).toEqual([])
    }
  })

  it('are not those who do not want it', async () => {
    const one = await overdue()
    const [silent, loud] = [await one.signIn(), await one.signIn()]
    const kind: NotificationKind = 'remittance_paid'
    const chosen = await one.shop.testApp.call(silent, 'PUT', '/api/notifications/preferences', {
      preferences: [{ kind, console: false, email: false }],
    })
    expect(chosen.status).toBe(200)
    await remit(one)
    expect(await one.toldTo(silent)).toEqual([])
    expect((await one.toldTo(loud)).map((notice) => notice.kind)).toEqual([kind])
  })
})

describe("the merchant's server", () => {
  it('hears each change of state once, as the row of the list, signed', async () => {
    const one = await overdue({ account: false })
    await one.cut()
    await one.quote()
    await one.shop.account(monday)
    await one.quote()
    await one.send()
    await one.word({ ...paid, kind: 'returned', returnedMinor: 610_000n, reason: 'ACCOUNT_CLOSED', providerText: '' })
    const bodies = await one.bodies()
    expect(bodies.map(({ status }) => status)).toEqual([
      'Calculated', 'On Hold', 'Calculated', 'Processing', 'Remitted', 'Returned',
    ]) // prettier-ignore
    expect(bodies.map(({ hold_reason }) => hold_reason)).toEqual([[], ['account_missing'], [], [], [], []])
    expect(bodies[4]).toMatchObject({
      settlement_ref: one.ref, net_bc: 446.93, net_amount_transferred_dc: 616_195, applied_forex_rate: '1378.72875', environment: 'sandbox',
      merchant_key: one.shop.merchant.key,
    }) // prettier-ignore
    expect(bodies[5]).toMatchObject({ status_reason: 'ACCOUNT_CLOSED' })
    const versions = bodies.map(({ version }) => Number(version))
    expect(versions).toEqual([...new Set(versions)].toSorted((left, right) => left - right))
    const { secret } = await one.shop.at(monday, (ctx) => merchantSecret(ctx))
    for (const body of bodies) {
      expect(Shown.safeDecode(body as never).error?.issues).toBeUndefined()
      const params = Object.fromEntries(signedNames.remittance.map((name) => [name, String(body[name])]))
      expect(verify(params, secret, String(body['signature_hash']))).toMatchObject({ ok: true })
      expect(JSON.stringify(body)).not.toContain('110234567890')
    }
  })

  it('and open consoles hear of what has changed, those of administrators alone', async () => {
    const one = await overdue()
    const noted = vi.spyOn(first.testApp.serveParts.services.changes, 'note')
    const count = () => noted.mock.calls.filter(([, kind, ref]) => kind === 'remittance' && ref === one.ref).length
    const steps = [
      one.cut,
      one.quote,
      one.send,
      () => one.word({ ...paid, kind: 'returned', returnedMinor: 1n, reason: 'OTHER', providerText: '' }),
    ]
    const heard: number[] = []
    for (const step of steps) {
      await step()
      heard.push(count())
    }
    noted.mockRestore()
    // The quote alone changes no state.
    expect(heard).toEqual([1, 1, 3, 4])
    const of = { merchantId: one.shop.merchant.merchantId, environment: 'sandbox' } as const
    const change = [{ ...of, changes: [{ kind: 'remittance', ref: one.ref } as const] }]
    const no = { master: false, reconAnalytics: false, reconDashboard: false, reconReports: false }
    const flags = { ...no, onboarded: true, crossBorder: true }
    const hears = (roles: Role[]) => eventFor({ ...of, roles, flags }, change, new Map())
    expect(hears(['sub-admin'])).toBe(`changed remittance:${one.ref}`)
    expect(hears(['payment-admin', 'payouts-admin'])).toBeNull()
  })

  it('does not hear of a failure where only the quote ran out', async () => {
    const one = await overdue()
    await one.cut()
    fake.answers.set(`${one.ref}:1`, { kind: 'quote_expired' })
    await one.quote()
    await one.send()
    const admin = await one.signIn()
    expect((await one.bodies()).map(({ status }) => status)).toEqual(['Calculated', 'Processing', 'Calculated'])
    expect(await one.toldTo(admin)).toEqual([])
  })
})
