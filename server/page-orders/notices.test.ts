import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { addressOf, mailed, openNotices, told, type Notices } from '#server/notifications/notices-fixtures.ts'
import { notify } from '#server/notifications/notify.ts'
import { warnOfExpiry } from '#server/payment-pages/expiry.ts'
import { runJobs } from '#test/run-jobs.ts'
import type { TestSession } from '#test/test-app.ts'
import { newPage, shoppingWith, type Shopping } from './fixtures.ts'

let notices: Notices
let shopping: Shopping
/** Of a user who runs pages. */
let seller: TestSession
beforeAll(async () => {
  notices = await openNotices()
  shopping = shoppingWith(notices.refunding.paying)
  seller = await notices.testApp.signIn(shopping.paying.merchant, { roles: ['payment-pages-user'] })
})
afterAll(() => notices.close())

const buy = async (page: string) => shopping.pay((await shopping.order(page)).ref)
/** What was told of a page, oldest first; `about` names the fact that is shown. */
async function toldOf(page: string, about: string): Promise<string[]> {
  await runJobs(notices.testApp, told)
  const { content } = await notices.list(seller, { size: 100 })
  return content
    .filter(({ facts }) => facts['page_ref'] === page)
    .map(({ kind, facts }) => `${kind} ${facts[about] ?? ''}`.trim())
    .toReversed()
}

describe('people hear that a page', () => {
  it('is low on stock and sold out when a sale makes it so, once for each time, and not of units that are only held', async () => {
    const page = await shopping.limited(3, { low_stock_at: 2 })
    const { ref: held } = await shopping.order(page)
    const { ref: other } = await shopping.order(page)
    await shopping.giveUp(page, held)
    await shopping.giveUp(page, other)
    expect(await toldOf(page, 'left')).toEqual([])
    await buy(page)
    expect(await toldOf(page, 'left')).toEqual(['page_low_stock 2'])
    await buy(page)
    await buy(page)
    expect(await toldOf(page, 'left')).toEqual(['page_low_stock 2', 'page_sold_out'])
    await shopping.post(`/api/payment-pages/${page}/stock`, { change: 1 })
    await buy(page)
    expect(await toldOf(page, 'left')).toEqual(['page_low_stock 2', 'page_sold_out', 'page_sold_out'])
  })

  it('is sold out once when many pay for its last units at once, and never of one without a limit', async () => {
    const [page, endless] = [await shopping.limited(3), await newPage(shopping.paying, { low_stock_at: 5 })]
    const orders = await Promise.all([page, page, page, endless].map((each) => shopping.order(each)))
    await Promise.all(orders.map(({ ref }) => shopping.pay(ref)))
    expect(await toldOf(page, 'title')).toEqual(['page_sold_out Harbour tour'])
    expect(await toldOf(endless, 'title')).toEqual([])
  })

  it('is sold out by a mail in their language', async () => {
    const { testApp } = notices
    const merchant = await testApp.addMerchant()
    const [english, arabic] = [await testApp.signIn(merchant), await testApp.signIn(merchant)]
    await testApp.owner.transaction(null, (tx) =>
      tx.query(`insert into notification_languages values ($1, $2, 'ar')`, [merchant.merchantId, arabic.subUserId]),
    )
    await notices.inMerchant(merchant, (ctx) => notify(ctx, 'page_sold_out', { page_ref: 'P', title: 'Tour' }))
    await runJobs(testApp, mailed)
    const texts = await Promise.all([english, arabic].map((session) => messagesTo(testApp, addressOf(session))))
    expect(texts.map((mails) => mails.map(({ subject }) => subject))).toEqual([
      ['Payment page sold out'],
      ['نفدت وحدات صفحة دفع'],
    ])
  })

  it('expires in three days, once for each expiry, also when its job is lost; not of one that was never further away', async () => {
    const { testApp } = notices
    const day = 86_400_000
    const soon = new Date(Date.now() + 2 * day)
    const page = await newPage(shopping.paying, { expires_at: new Date(Date.now() + 10 * day) })
    const near = await newPage(shopping.paying, { expires_at: soon })
    const warn = () => runJobs(testApp, { names: ['warn-of-page-expiry'] })
    const sweep = () =>
      sweepJobs(
        { ...testApp.serveParts, declared: [warnOfExpiry as never] },
        { merchantId: shopping.paying.merchant.merchantId, environment: 'sandbox' },
      )
    await shopping.jobOf(warnOfExpiry, { pageRef: page })
    expect([await sweep(), await toldOf(page, 'title')]).toEqual([0, []])
    testApp.clock.now = new Date(Date.now() + 7 * day + 600_000)
    await notices.testApp.owner.transaction(null, (tx) =>
      tx.query(`delete from pgboss.job where name = 'warn-of-page-expiry'`, []),
    )
    expect([await sweep(), await sweep()]).toEqual([1, 0])
    await warn()
    await Promise.all([1, 2].map(() => shopping.jobOf(warnOfExpiry, { pageRef: page })))
    expect([await sweep(), await toldOf(page, 'title')]).toEqual([0, ['page_expiring Harbour tour']])
    expect(await toldOf(near, 'title')).toEqual([])
    testApp.clock.now = null
  })
})

it('of late money for an order that goes back people hear by the order, and no second time by the payment', async () => {
  const page = await newPage(shopping.paying, { late_payment: 'refund' })
  const { ref } = await shopping.order(page)
  const orderRef = await shopping.ended(ref)
  shopping.minutesOn(121)
  await shopping.expire(ref)
  shopping.paying.clock.now = null
  await shopping.proved(orderRef)
  await runJobs(notices.testApp, told)
  const { content } = await notices.list(shopping.paying.session, { size: 100 })
  expect(content.filter(({ facts }) => facts['order_ref'] === orderRef)).toMatchObject([
    { kind: 'late_order_refunded', facts: { title: 'Harbour tour', amount: '100.00 SGD' } },
  ])
})
