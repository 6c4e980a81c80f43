import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#contract/access.ts'
import type { Notification, NotificationKind } from '#contract/notifications.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { jobs } from '#server/jobs.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { openRefunding, type Refunding } from '#server/refunds/fixtures.ts'
import { testPassword, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { notify } from './notify.ts'
import { tellNotice } from '#server/notice-delivery/tell-notice.ts'

/** Notifications through the front door, by real payments and refunds; jobs run when the test says so. */
let refunding: Refunding
let testApp: TestApp
beforeAll(async () => {
  refunding = await openRefunding()
  ;({ testApp } = refunding.paying)
})
afterAll(() => refunding.close())

const told = { names: ['tell-notice'] }
const mailed = { names: ['tell-notice', 'mail-notifications'] }
interface Listed {
  content: Notification[]
  totalElements: number
  total_elements: number
  unread: number
  page: number
  size: number
}
async function list(session: TestSession, body: object = {}): Promise<Listed> {
  const answer = await testApp.call(session, 'POST', `/merchants/${session.merchant.key}/notifications`, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as unknown as Listed
}
const kindsOf = async (session: TestSession) => (await list(session)).content.map(({ kind }) => kind)
const inMerchant = <T>(
  merchant: TestMerchant,
  work: (ctx: Ctx) => Promise<T>,
  environment: 'sandbox' | 'live' = 'sandbox',
) => ownTransaction(testApp.serveParts, { merchantId: merchant.merchantId, environment }, { requestId: 'test' }, work)
const happen = (merchant: TestMerchant, name = 'Shop') =>
  inMerchant(merchant, (ctx) => notify(ctx, 'webhook_failing', { webhook_id: crypto.randomUUID(), name }))
const choose = (session: TestSession, kind: NotificationKind, channels: { console: boolean; email: boolean }) =>
  testApp.call(session, 'PUT', '/api/notifications/preferences', { preferences: [{ kind, ...channels }] })
const addressOf = ({ subUserId, merchant }: TestSession) => `${subUserId}@${merchant.slug}.example`
async function party(roles: Role[] = ['admin']) {
  const merchant = await testApp.addMerchant()
  return { merchant, session: await testApp.signIn(merchant, { roles }) }
}

describe('a notice goes', () => {
  it('to the creator of the link that a shopper paid, once, and to no other user', async () => {
    const { paying } = refunding
    const colleague = await testApp.signIn(paying.merchant)
    const orderRef = await refunding.paid()
    const { merchant_order_ref, link_ref } = (await paying.read(orderRef)) as unknown as Record<string, string>
    await runJobs(testApp, told)
    await runJobs(testApp, told)
    const [creator] = await paying.sql<{ created_by_id: string }>(
      `select created_by_id from payment_links where merchant_id = $1 order by created_at desc`,
    )
    expect(creator?.created_by_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await kindsOf(colleague)).toEqual([])
    const all = await paying.sql<{ sub_user_id: string; facts: object }>(
      `select sub_user_id, facts from notifications join notices using (merchant_id, notice_id) where merchant_id = $1 and kind = 'link_paid'`,
    )
    expect(all).toEqual([
      { sub_user_id: creator?.created_by_id, facts: { link_ref, order_id: merchant_order_ref, amount: '100.00 SGD' } },
    ])
  })

  it('to the users who decide on held late money', async () => {
    const { paying } = refunding
    const [decides, looks] = [
      await testApp.signIn(paying.merchant, { roles: ['payment-refund-user'] }),
      await testApp.signIn(paying.merchant, { roles: ['payment-user'] }),
    ]
    const link = await paying.link({ late_payment: 'hold', expiry_hours: 1 })
    const { orderRef } = await paying.start(link, { token: await paying.simulator.token('4242424242424242') })
    await paying.sql(`update payment_links set status = 'expired' where link_ref = '${link}'`)
    await paying.settle(orderRef)
    await runJobs(testApp, told)
    const [first] = (await list(decides)).content
    expect(first).toMatchObject({
      kind: 'late_payment_held',
      facts: { order_ref: orderRef, amount: '100.00 SGD' },
      is_read: false,
    })
    expect(await kindsOf(looks)).toEqual([])
  })

  it('to the requester of a refund; for a failed one to all who may refund, when the requester has left', async () => {
    const { session, paying } = refunding
    const refund = await refunding.refund(await refunding.paid())
    await refunding.settle(refund)
    await runJobs(testApp, told)
    expect((await list(session)).content[0]?.kind).toBe('refund_succeeded')
    const other = await testApp.signIn(paying.merchant, { roles: ['payment-admin'] })
    const failing = await refunding.refund(await refunding.paid())
    await testApp.owner.transaction(null, (tx) =>
      tx.query('update refunds set asked_by_id = $2 where refund_id = $1', [failing, crypto.randomUUID()]),
    )
    expect(await refunding.callBack(failing, 'declined')).toBeLessThan(300)
    await runJobs(testApp, told)
    expect(await kindsOf(other)).toEqual(['refund_failed'])
  })

  it('only when it has happened, and once for a name', async () => {
    const { merchant, session } = await party()
    const undone = inMerchant(merchant, async (ctx) => {
      await notify(ctx, 'webhook_failing', { webhook_id: '1', name: 'undone' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    for (let n = 0; n < 3; n++)
      await inMerchant(merchant, (ctx) => notify(ctx, 'ledger_alarm', { invariant: 'sums' }, { once: 'today sums' }))
    await runJobs(testApp, told)
    expect(await kindsOf(session)).toEqual(['ledger_alarm'])
  })

  it('to the users at the time of its job, which notifies nobody when it runs again', async () => {
    const { merchant, session } = await party()
    await happen(merchant)
    const [job] = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ data: unknown }>(
        `select data from pgboss.job where name = 'tell-notice' and data->>'merchantId' = $1`,
        [merchant.merchantId],
      ),
    )
    await runJobs(testApp, told)
    const newcomer = await testApp.signIn(merchant)
    await runJob(tellNotice as never, job?.data, testApp.serveParts, new AbortController().signal)
    expect(await kindsOf(session)).toEqual(['webhook_failing'])
    expect(await kindsOf(newcomer)).toEqual([])
  })

  it('to the roles that it concerns, not to the inactive and not to a master', async () => {
    const boss = await testApp.addMerchant({ kind: 'master' })
    const master = await testApp.signIn(boss)
    const merchant = await testApp.addMerchant({ kind: 'owned', masterId: boss.merchantId })
    const [admin, reader, gone] = [
      await testApp.signIn(merchant),
      await testApp.signIn(merchant, { roles: ['recon-user'] }),
      await testApp.signIn(merchant),
    ]
    await testApp.owner.transaction(null, (tx) =>
      tx.query('update sub_users set is_active = false where sub_user_id = $1', [gone.subUserId]),
    )
    await happen(merchant)
    await runJobs(testApp, told)
    expect(await kindsOf(admin)).toEqual(['webhook_failing'])
    expect(await kindsOf(reader)).toEqual([])
    expect(await kindsOf(master)).toEqual([])
    const [rows] = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ many: bigint }>('select count(*) as many from notifications where merchant_id = $1', [
        merchant.merchantId,
      ]),
    )
    expect(rows?.many).toBe(1n)
    const asMaster = await testApp.call(
      master,
      'POST',
      `/merchants/${merchant.key}/notifications`,
      {},
      { 'x-sub-merchant-key': merchant.key },
    )
    expect(asMaster.status).toBe(404)
  })

  it('in its own environment, or in both if it has none', async () => {
    const { merchant, session } = await party()
    const live = await testApp.signIn(merchant, { environment: 'live' })
    await inMerchant(merchant, (ctx) => notify(ctx, 'webhook_failing', { webhook_id: '1', name: 'in live' }), 'live')
    await inMerchant(merchant, (ctx) => notify(ctx, 'secret_revealed', { by: 'Ana' }))
    await runJobs(testApp, told)
    expect(await kindsOf(session)).toEqual(['secret_revealed'])
    expect(await kindsOf(live)).toEqual(['secret_revealed', 'webhook_failing'])
  })

  it('by the calls that reveal and reset secrets and open the merchant to its master', async () => {
    const boss = await testApp.addMerchant({ kind: 'master' })
    const merchant = await testApp.addMerchant({ kind: 'managed', masterId: boss.merchantId })
    const [session, other] = [await testApp.signIn(merchant, { name: 'Ana' }), await testApp.signIn(merchant)]
    const at = `/merchants/${merchant.key}`
    for (const [path, body] of [
      [`/api${at}/reveal-secret`, {}],
      [`${at}/reset-chaiport-securesecret`, {}],
      [at, { master_merchant_access: true }],
    ] as const) {
      const answer = await testApp.call(session, 'POST', path, body)
      expect(answer.status, answer.text).toBe(200)
    }
    await runJobs(testApp, told)
    expect(await kindsOf(other)).toEqual(['master_access_changed', 'webhook_secret_reset', 'secret_revealed'])
    expect((await list(other)).content[0]?.facts).toEqual({ by: 'Ana', access: 'on' })
  })

  it('about a sign-in from a place that the user has not signed in from before', async () => {
    const merchant = await testApp.addMerchant({ logins: ['admin'] })
    const signIn = async (agent: string) => {
      const answer = await testApp.call(
        null, 'POST', '/api/account/login', { username: `admin@${merchant.slug}.example`, password: testPassword },
        { 'user-agent': agent },
      ) // prettier-ignore
      expect(answer.status, answer.text).toBe(200)
      await runJobs(testApp, told)
    }
    const places = async () => {
      const rows = await testApp.owner.transaction(null, (tx) =>
        tx.query<{ facts: { place: string }; mail_due: boolean }>(
          `select facts, mail_due from notices join notifications using (merchant_id, notice_id) where merchant_id = $1 and kind = 'sign_in_new_device'`,
          [merchant.merchantId],
        ),
      )
      // A mail of its own goes out already.
      for (const { mail_due } of rows) expect(mail_due).toBe(false)
      return rows.map(({ facts }) => facts.place.split(' · ').slice(0, 2))
    }
    const [chrome, firefox] = [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    ]
    await signIn(chrome)
    await signIn(chrome)
    expect(await places()).toEqual([])
    await signIn(firefox)
    await signIn(firefox)
    expect(await places()).toEqual([['Firefox', 'Linux']])
  })

  it('about a changed password, to its owner', async () => {
    const merchant = await testApp.addMerchant({ logins: ['admin'] })
    const username = `admin@${merchant.slug}.example`
    const signedIn = await testApp.call(null, 'POST', '/api/account/login', { username, password: testPassword })
    const { token } = signedIn.body.content as unknown as { token: string }
    const changed = await testApp.call({ token } as TestSession, 'POST', '/api/account/change-password', {
      old_password: testPassword,
      new_password: 'another-password-1',
    })
    expect(changed.status, changed.text).toBe(200)
    await runJobs(testApp, mailed)
    expect(await messagesTo(testApp, username)).toMatchObject([{ subject: 'Password changed' }])
  })
})

describe('the list', () => {
  it('comes in pages of ten, newest first, with how many there are and how many are unread', async () => {
    const { merchant, session } = await party()
    for (let n = 1; n <= 12; n++) await happen(merchant, `hook ${n}`)
    await runJobs(testApp, told)
    const first = await list(session)
    expect(first).toMatchObject({ totalElements: 12, total_elements: 12, unread: 12, page: 1, size: 10 })
    expect(first.content.map(({ facts }) => facts['name'])).toEqual(
      Array.from({ length: 10 }, (_, n) => `hook ${12 - n}`),
    )
    const second = await list(session, { page: 2, size: 10 })
    expect(second.content.map(({ facts }) => facts['name'])).toEqual(['hook 2', 'hook 1'])
    const tooDeep = await testApp.call(session, 'POST', `/merchants/${merchant.key}/notifications`, {
      page: 1_001,
      size: 10,
    })
    expect(tooDeep.body['status_reason']).toBe('PAGE_TOO_DEEP')
  })

  it('goes back by its cursor as far as there are any, each once, while new ones arrive', async () => {
    const { merchant, session } = await party()
    for (let at = 0; at < 7; at += 1) await happen(merchant, `Shop ${at}`)
    await runJobs(testApp, told)
    const first = (await list(session, { size: 3 })) as Listed & { next_cursor: string | null }
    await happen(merchant, 'new meanwhile')
    await runJobs(testApp, told)
    const seen = first.content.map(({ facts }) => facts['name'])
    for (let cursor = first.next_cursor; cursor !== null;) {
      const page = (await list(session, { size: 3, cursor })) as typeof first
      seen.push(...page.content.map(({ facts }) => facts['name']))
      cursor = page.next_cursor
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((at) => `Shop ${at}`))
    const wrong = await testApp.call(session, 'POST', `/merchants/${merchant.key}/notifications`, { cursor: 'x' })
    expect([wrong.status, wrong.body['status_reason']]).toEqual([400, 'INVALID_REQUEST_DATA'])
  })

  it('is read one by one or all at once, by its owner alone', async () => {
    const { merchant, session } = await party()
    const other = await testApp.signIn(merchant)
    for (let n = 0; n < 3; n++) await happen(merchant)
    await runJobs(testApp, told)
    const [first] = (await list(session)).content
    const mark = (as: TestSession, what: string) =>
      testApp.call(as, 'PUT', `/merchants/${merchant.key}/notifications/${what}`, {})
    for (let n = 0; n < 2; n++)
      expect((await mark(session, `${first?.notification_id}/mark-read`)).body.content).toEqual({ unread: 2 })
    expect((await list(session, { unread_only: true })).totalElements).toBe(2)
    expect((await mark(session, 'mark-all-read')).body.content).toEqual({ unread: 0 })
    expect((await list(other)).unread).toBe(3)
    const stranger = await party()
    const theirs = (await list(other)).content[0]?.notification_id
    expect(
      (
        await testApp.call(
          stranger.session,
          'PUT',
          `/merchants/${stranger.merchant.key}/notifications/${theirs}/mark-read`,
          {},
        )
      ).status,
    ).toBe(404)
  })

  it('forgets what is older than half a year', async () => {
    const { merchant, session } = await party()
    testApp.clock.now = new Date()
    await happen(merchant, 'old')
    await runJobs(testApp, told)
    expect((await list(session)).totalElements).toBe(1)
    // An id says when it was made; the clock of the test moves instead.
    testApp.clock.now = new Date(Date.now() + 181 * 86_400_000)
    await happen(merchant, 'new')
    await runJobs(testApp, told)
    testApp.clock.now = null
    const [kept] = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ many: bigint }>('select count(*) as many from notifications where merchant_id = $1', [
        merchant.merchantId,
      ]),
    )
    expect(kept?.many).toBe(0n)
  })
})

describe('preferences', () => {
  it('are those of the kinds that the roles make theirs, usual until they are chosen', async () => {
    const { session } = await party(['recon-user'])
    const { body } = await testApp.call(session, 'GET', '/api/notifications/preferences')
    const kinds = body.content as unknown as { kind: string; console: boolean; email: boolean }[]
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([
      'password_changed',
      'sign_in_new_device',
      'ticket_answered',
      'two_step_changed',
    ])
    const fixed = await choose(session, 'password_changed', { console: false, email: false })
    expect(fixed.body.content).toContainEqual({ kind: 'password_changed', console: true, email: false })
  })

  it('decide what comes, from the next one on', async () => {
    const { merchant, session } = await party()
    await choose(session, 'webhook_failing', { console: false, email: false })
    await happen(merchant)
    await runJobs(testApp, mailed)
    expect(await kindsOf(session)).toEqual([])
    expect(await messagesTo(testApp, addressOf(session))).toEqual([])
    await choose(session, 'webhook_failing', { console: false, email: true })
    await happen(merchant)
    await runJobs(testApp, mailed)
    expect(await kindsOf(session)).toEqual([])
    expect(await messagesTo(testApp, addressOf(session))).toHaveLength(1)
  })

  it('cost a payment no row until a user switches its kind on', async () => {
    const { paying, session } = refunding
    const notices = async () => {
      const rows = await paying.sql<{ many: bigint }>(
        `select count(*) as many from notices where merchant_id = $1 and kind = 'payment_received'`,
      )
      return Number(rows[0]?.many)
    }
    await refunding.paid()
    expect(await notices()).toBe(0)
    await choose(session, 'payment_received', { console: true, email: false })
    await refunding.paid()
    await runJobs(testApp, told)
    expect(await notices()).toBe(1)
    expect((await list(session)).content[0]?.kind).toBe('payment_received')
    await choose(session, 'payment_received', { console: false, email: false })
  })
})

describe('mails', () => {
  const mailsTo = async (session: TestSession) =>
    (await messagesTo(testApp, addressOf(session))).map(({ subject, text }) => ({ subject, text }))
  const minutes = (count: number) => new Date((testApp.clock.now ?? new Date()).getTime() + count * 60_000)

  it('tell the first at once and what follows within ten minutes in one, with a count', async () => {
    const { merchant, session } = await party()
    testApp.clock.now = new Date()
    await happen(merchant, 'first')
    await runJobs(testApp, mailed)
    for (let n = 1; n <= 25; n++) await happen(merchant, `hook ${n}`)
    await runJobs(testApp, mailed)
    expect(await mailsTo(session)).toHaveLength(1)
    await runJobs(testApp, { ...mailed, until: minutes(11) })
    const mails = await mailsTo(session)
    expect(mails).toHaveLength(2)
    const digest = mails.find(({ subject }) => subject.endsWith('(25)'))
    expect(digest?.text).toContain('hook 25')
    expect(digest?.text).toContain('… and 5 more.')
    expect(digest?.text).toContain(`${testApp.parts.config.publicUrl}/profile#notifications`)
    await runJobs(testApp, { ...mailed, until: minutes(60) })
    expect(await mailsTo(session)).toHaveLength(2)
    testApp.clock.now = null
  })

  it('and overdue notices are delivered even when their jobs are lost', async () => {
    const { merchant, session } = await party()
    testApp.clock.now = new Date()
    const loseJobs = () =>
      testApp.owner.transaction(null, (tx) =>
        tx.query(`delete from pgboss.job where data->>'merchantId' = $1`, [merchant.merchantId]),
      )
    const sweep = () =>
      sweepJobs({ ...testApp.serveParts, declared: jobs }, { merchantId: merchant.merchantId, environment: 'sandbox' })
    await happen(merchant)
    await loseJobs()
    testApp.clock.now = minutes(5)
    expect(await sweep()).toBe(1)
    await runJobs(testApp, told)
    expect(await kindsOf(session)).toEqual(['webhook_failing'])
    await loseJobs()
    testApp.clock.now = minutes(5)
    expect(await sweep()).toBe(1)
    expect(await sweep()).toBe(0)
    await runJobs(testApp, mailed)
    expect(await mailsTo(session)).toHaveLength(1)
    testApp.clock.now = null
  })

  it('leave out notices that were read meanwhile, and users who have left', async () => {
    const { merchant, session } = await party()
    const leaves = await testApp.signIn(merchant)
    testApp.clock.now = new Date()
    await happen(merchant)
    await runJobs(testApp, mailed)
    await happen(merchant)
    await runJobs(testApp, mailed)
    await testApp.call(session, 'PUT', `/merchants/${merchant.key}/notifications/mark-all-read`, {})
    await testApp.owner.transaction(null, (tx) =>
      tx.query('update sub_users set is_active = false where sub_user_id = $1', [leaves.subUserId]),
    )
    await runJobs(testApp, { ...mailed, until: minutes(11) })
    expect(await mailsTo(session)).toHaveLength(1)
    expect(await mailsTo(leaves)).toHaveLength(1)
    testApp.clock.now = null
  })

  it('are in the language that the console was last in, and lead to what they are about', async () => {
    const { merchant, session } = await party()
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`insert into notification_languages values ($1, $2, 'ar')`, [merchant.merchantId, session.subUserId]),
    )
    await inMerchant(merchant, (ctx) =>
      notify(ctx, 'webhook_switched_off', { webhook_id: 'w-1', name: 'Shop\n\nhttps://evil.example/' }),
    )
    await runJobs(testApp, mailed)
    const [mail] = await mailsTo(session)
    expect(mail?.subject).toBe('أُوقف أحد الويب هوك')
    expect(mail?.text).toContain(`${testApp.parts.config.publicUrl}/integration/api-webhooks?webhook=w-1`)
    // What somebody typed gets no line of its own, which would become a button.
    expect(mail?.text.split('\n')).not.toContain('https://evil.example/')
  })
})
