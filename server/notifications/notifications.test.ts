import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { tellNotice } from '#server/notice-delivery/tell-notice.ts'
import { testPassword, type TestSession } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { told, mailed, openNotices, type Notices } from './notices-fixtures.ts'
import { notify } from './notify.ts'

let notices: Notices
let refunding: Notices['refunding']
let testApp: Notices['testApp']
let list: Notices['list']
let kindsOf: Notices['kindsOf']
let inMerchant: Notices['inMerchant']
let happen: Notices['happen']
let party: Notices['party']
beforeAll(async () => {
  notices = await openNotices()
  ;({ refunding, testApp, list, kindsOf, inMerchant, happen, party } = notices)
})
afterAll(() => notices.close())

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
