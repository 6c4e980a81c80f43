import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagesTo } from '#server/messages/fixtures.ts'
import { type TestSession } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { told, mailed, addressOf, type Listed, openNotices, type Notices } from './notices-fixtures.ts'

let notices: Notices
let refunding: Notices['refunding']
let testApp: Notices['testApp']
let list: Notices['list']
let kindsOf: Notices['kindsOf']
let happen: Notices['happen']
let choose: Notices['choose']
let party: Notices['party']
beforeAll(async () => {
  notices = await openNotices()
  ;({ refunding, testApp, list, kindsOf, happen, choose, party } = notices)
})
afterAll(() => notices.close())

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
      'export_failed',
      'export_ready',
      'export_schedule_paused',
      'fee_overcharged',
      'password_changed',
      'recon_exceptions_above',
      'recon_file_failed',
      'recon_file_missing',
      'recon_file_unproven',
      'recon_payout_late',
      'recon_results_late',
      'recon_run_exceptions',
      'recon_run_failed',
      'recon_settlement_late',
      'settlement_restated',
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
