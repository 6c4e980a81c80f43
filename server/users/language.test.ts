import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { languageTags } from '#i18n/languages.ts'
import { textsOf } from '#server/kit/texts.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { newAddress } from '#server/registration/fixtures.ts'
import { openTestApp, type TestApp, type TestSession } from '#test/test-app.ts'
import { accepted, invitationOf, update } from './fixtures.ts'

let testApp: TestApp
let admin: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  admin = await testApp.signIn(await testApp.addMerchant())
})

const choose = (language: string, session = admin) =>
  testApp.call(session, 'PUT', '/api/account/language', { language })
const ofMerchant = (language: string) =>
  testApp.call(admin, 'POST', `/merchants/${admin.merchant.merchantId}`, { language })
const shown = async (session = admin) =>
  (await testApp.call(session, 'GET', '/api/account/session')).body.content as unknown as {
    user: { language: string }
  }
const sql = <R extends object>(text: string, values: unknown[]) =>
  testApp.owner.transaction(null, (tx) => tx.query<R>(text, values))

describe('the language of the console', () => {
  it('is the one that the user has chosen, else the merchant’s, else the browser’s', async () => {
    const colleague = await testApp.signIn(admin.merchant, { name: 'Mei Tan' })
    expect((await shown()).user.language).toBe('')
    expect((await ofMerchant('ja')).status).toBe(200)
    expect((await shown()).user.language).toBe('ja')
    expect((await choose('fi')).status).toBe(200)
    expect((await shown()).user.language).toBe('fi')
    expect((await shown(colleague)).user.language).toBe('ja')
    await ofMerchant('')
    expect((await shown(colleague)).user.language).toBe('')
    expect((await shown()).user.language).toBe('fi')
  })

  it.each(languageTags)('may be %s', async (language) => {
    expect((await choose(language)).status).toBe(200)
    expect((await shown()).user.language).toBe(language)
  })

  it('is none that there is not, and nothing is changed by one', async () => {
    await choose('th')
    for (const language of ['', 'xx', 'kr', null]) {
      const answer = await testApp.call(admin, 'PUT', '/api/account/language', { language })
      expect(answer.status, String(language)).toBe(400)
    }
    expect((await ofMerchant('xx')).status).toBe(400)
    expect((await shown()).user.language).toBe('th')
  })

  it('is in the audit log when it changes, with both', async () => {
    await choose('vi')
    await choose('vi')
    await choose('ms')
    const acts = await sql<{ changes: object }>(
      `select changes from audit_events where object_ref = $1 and action = 'account.choose-language' order by at, event_id`,
      [admin.subUserId],
    )
    expect(acts.map(({ changes }) => changes)).toEqual([
      { language: { before: '', after: 'vi' } },
      {},
      { language: { before: 'vi', after: 'ms' } },
    ])
  })
})

describe('a mail', () => {
  const mails = textsOf('mail')
  const newest = async (email: string) => (await messagesTo(testApp, email)).at(-1)

  it('is in the language of its reader, whoever makes it be written', async () => {
    await choose('ko')
    const user = await accepted(testApp, admin)
    await sql(`update sub_users set language = 'th' where sub_user_id = $1`, [user.subUserUuid])
    await update(testApp, admin, user.subUserUuid, { email_address: newAddress() })
    expect(await newest(user.email)).toMatchObject({ subject: mails.th.users.addressChanged.subject })
  })

  it('is in the merchant’s language for a reader who has chosen none', async () => {
    await ofMerchant('ja')
    const user = await accepted(testApp, admin)
    await update(testApp, admin, user.subUserUuid, { email_address: newAddress() })
    expect(await newest(user.email)).toMatchObject({ subject: mails.ja.users.addressChanged.subject })
  })

  it('is in the language that their console had last, where neither has chosen one', async () => {
    const user = await accepted(testApp, admin)
    await sql(`insert into notification_languages values ($1, $2, 'es')`, [admin.merchant.merchantId, user.subUserUuid])
    await update(testApp, admin, user.subUserUuid, { email_address: newAddress() })
    expect(await newest(user.email)).toMatchObject({ subject: mails.es.users.addressChanged.subject })
  })

  it('to somebody who has no console yet is in the language of whoever invites them', async () => {
    const body = invitationOf()
    await testApp.call(admin, 'POST', `/merchants/${admin.merchant.merchantId}/subUser`, body, { 'accept-language': 'fi' }) // prettier-ignore
    const [mail] = await sql<{ language: string }>('select language from messages where recipient = $1', [
      body.email_address,
    ])
    expect(mail?.language).toBe('fi')
  })
})
