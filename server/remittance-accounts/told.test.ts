import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailed } from '#server/notifications/notices-fixtures.ts'
import { messagesTo } from '#server/messages/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openAccounts } from './fixtures.ts'

let accounts: Awaited<ReturnType<typeof openAccounts>>
beforeAll(async () => {
  accounts = await openAccounts()
})
afterAll(() => accounts.close())

it('a whole number is in no answer, audit row, notice or mail, and every administrator is told what has changed', async () => {
    const party = await accounts.party()
    const { testApp, merchant } = party
    const people = [await party.admin(), await testApp.signIn(merchant, { roles: ['sub-admin'] })]
    const other = await testApp.signIn(merchant, { roles: ['payment-admin'] })
    const number = '110987654321'
    const { uuid } = await party.added({ account_number: number })
    await runJobs(testApp, mailed)
    const next = '220987654321'
    await party.changed(uuid, { account_number: next, remittance_purpose: 'SCVE' })
    await party.changed(uuid, {})
    // A second mail of the kind comes ten minutes later.
    await runJobs(testApp, { ...mailed, until: new Date(Date.now() + 11 * 60_000) })
    testApp.clock.now = null
    const address = ({ subUserId }: { subUserId: string }) => `${subUserId}@${merchant.slug}.example`
    for (const person of people) {
      const mails = (await messagesTo(testApp, address(person))).map(({ text }) => text)
      expect(mails).toHaveLength(2)
      expect(mails.find((text) => text.includes('new account'))).toContain('•••• 4321')
      expect(mails.find((text) => text.includes('number · purpose'))).toContain('김민지 · Shinhan Bank · KR · KRW · •••• 4321')
      for (const text of mails) expect(text).not.toMatch(/0987654321/)
    }
    expect(await messagesTo(testApp, address(other))).toEqual([])
    const audit = await party.rows<{ action: string; object_ref: string; changes: object }>(
      `select action, object_ref, changes from audit_events where merchant_id = $1 and action like 'remittance-account.%' order by seq`,
    )
    expect(audit.map(({ action, object_ref: ref }) => [action, ref])).toEqual([
      ['remittance-account.create', uuid],
      ['remittance-account.update', uuid],
      ['remittance-account.update', uuid],
    ])
    expect(audit[0]?.changes).toMatchObject({ number: { after: '•••• 4321' }, holder: { after: '김민지' } })
    expect(audit[1]?.changes).toMatchObject({
      version: { before: '1', after: '2' },
      remittance_purpose: { before: 'GDDS', after: 'SCVE' },
    })
    expect(audit[2]?.changes).toEqual({})
    const kept = await party.rows(
      `select to_jsonb(a) as row from audit_events a where merchant_id = $1
       union all select to_jsonb(n) from notices n where merchant_id = $1
       union all select to_jsonb(r) from remittance_accounts r where merchant_id = $1
       union all select to_jsonb(k) from idempotency_keys k where merchant_id = $1`,
    )
    const whole = JSON.stringify([kept, await party.list()])
    expect(whole).toContain('4321')
    for (const one of [number, next]) expect(whole).not.toContain(one)
  }) // prettier-ignore
