import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statements } from './check-statements.ts'
import { linkBody } from './link-body.ts'
import { exceptions, offencesOf } from './statement-exceptions.ts'
import { brokenBy, plainly, tablesOfMerchants } from './statement-rules.ts'
import { openTestApp, type TestApp } from './test-app.ts'

describe('a statement', () => {
  it.each([
    ['select status from payments where environment = $1', 'merchant not named'],
    ['select "status" from "payments" as "p" where "p"."order_ref" = $1', 'merchant not named'],
    ['select 1 from payments p join refunds r on r.merchant_id = p.merchant_id where p.merchant_id = $1', 'merchant not named'],
    ['select 1 from payments p, refunds r where p.merchant_id = $1', 'merchant not named'],
    ['select (select name from merchants m where m.merchant_id = p.merchant_id) from payments p where p.merchant_id = $1', 'merchant not named'],
    [`update sessions set ended_at = now() where session_id = $1 and address <> 'merchant_id = $1'`, 'merchant not named'],
    ['delete from sessions', 'merchant not named'],
    ['insert into timeline (environment, at) values ($1, $2)', 'merchant not named'],
    ['select exists (select from passkeys where merchant_id = $1)', 'select without columns'],
    ['update sessions set ended_at = clock_timestamp() where merchant_id = $1', 'volatile function in a change'],
    ['insert into webhooks (merchant_id, webhook_id) values ($1, gen_random_uuid())', 'volatile function in a change'],
    ['insert into timeline (merchant_id, at) values ($1, (select now()))', 'subquery in values'],
    ['insert into timeline (merchant_id, at) select $1, at from unnest($2::timestamptz[]) as u (at)', 'insert from what is no table of the merchant'],
    ['with t as (insert into pgboss.job (name) values ($2)) update webhooks set name = $3 where merchant_id = $1', 'jobs beside tables of merchants'],
    ['select 1 from payments p join payment_channels c on c.merchant_id = $1 where p.merchant_id = $1', 'table of the coordinator beside one of merchants'],
    ['select (select c.name from payment_channels c where c.merchant_id = p.merchant_id) from payments p where p.merchant_id = $1', 'table of the coordinator beside one of merchants'],
  ])('like %s is caught', (text, rule) => {
    expect(offencesOf(text)).toContain(rule)
  }) // prettier-ignore

  it.each([
    'select status from payments where merchant_id = $1',
    'select "status" from "payments" where "payments"."merchant_id" = $1',
    'select 1 from payments p left join refunds r on r.merchant_id = $1 and r.order_ref = p.order_ref where p.merchant_id = $1',
    'select payments, refunds from payment_totals where merchant_id = any ($1)',
    'update sessions set ended_at = statement_timestamp() where merchant_id = $1',
    'insert into notices (merchant_id, notice_id) values ($1, $2), ($3, $4) on conflict do nothing',
    'insert into notifications (merchant_id, sub_user_id) select merchant_id, sub_user_id from sub_users where merchant_id = $1',
    'select facts from find_sessions($1)',
    'select (select c.name from (select * from payment_channels where merchant_id = $1) c) from payments p where p.merchant_id = $1',
    'select clock_timestamp(), (select 1 from logins where email_lower = $1)',
  ])('like %s passes', (text) => {
    expect(offencesOf(text)).toEqual([])
  })

  it('is excused for its listed part alone, of parts that may become fewer', () => {
    const excused = `select 1 from payments where payments.merchant_id = $1 and exists (select 1 from (select * ${exceptions[0]?.part}) c)`
    expect(brokenBy(excused)).toEqual(['merchant not named'])
    expect(offencesOf(excused)).toEqual([])
    expect(offencesOf(excused.replace('payments.merchant_id = $1', 'true'))).toEqual(['merchant not named'])
    expect(exceptions.length).toBeLessThanOrEqual(17)
  })
})

describe('the application', () => {
  let testApp: TestApp
  beforeAll(async () => {
    testApp = await openTestApp()
  })
  afterAll(() => testApp.close())

  it('is listened to: what a call asks of the database is held to the rules', async () => {
    const merchant = await testApp.addMerchant()
    const session = await testApp.signIn(merchant)
    const made = await testApp.call(session, 'POST', '/merchants/paymentLink', linkBody(session, 'Held to the rules'))
    expect(made.status, made.text).toBe(200)
    const texts = [...statements].map(plainly)
    expect(texts.length).toBeGreaterThan(10)
    for (const known of ['insert into payment_links', 'insert into timeline', 'find_sessions($1)'])
      expect(texts.filter((text) => text.includes(known)).length, known).toBeGreaterThan(0)
    expect(tablesOfMerchants.size).toBeGreaterThan(55)
    expect(tablesOfMerchants).toContain('payments')
  })
})
