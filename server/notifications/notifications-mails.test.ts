import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { jobs } from '#server/jobs.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { type TestSession } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { told, mailed, addressOf, openNotices, type Notices } from './notices-fixtures.ts'
import { notify } from './notify.ts'

let notices: Notices
let testApp: Notices['testApp']
let kindsOf: Notices['kindsOf']
let inMerchant: Notices['inMerchant']
let happen: Notices['happen']
let party: Notices['party']
beforeAll(async () => {
  notices = await openNotices()
  ;({ testApp, kindsOf, inMerchant, happen, party } = notices)
})
afterAll(() => notices.close())

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
    expect(mail?.subject).toBe('عُطِّل أحد الويب هوك')
    expect(mail?.text).toContain(`${testApp.parts.config.publicUrl}/integration/api-webhooks?webhook=w-1`)
    // What somebody typed gets no line of its own, which would become a button.
    expect(mail?.text.split('\n')).not.toContain('https://evil.example/')
  })
})
