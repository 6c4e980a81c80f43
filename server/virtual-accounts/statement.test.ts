import { afterAll, describe, expect, it } from 'vitest'
import type { VirtualAccount } from '#contract/virtual-accounts.ts'
import { contentOf, openAccounts } from './fixtures.ts'

/** Statements through the call, as a spreadsheet and as camt.053. */
const { out, ann, read, statement } = await openAccounts()
afterAll(() => out.close())

describe('a statement', () => {
  it('has each change of the balance in the order of entry; a reservation is none', async () => {
    const accountNo = await out.account(1_000)
    const ref = await out.make(accountNo)
    await out.approve(ref)
    await out.release(accountNo)
    expect((await statement(accountNo)).content).toHaveLength(1)
    await out.send(ref)
    await out.word(ref, { kind: 'paid' })
    await out.word(ref, { kind: 'returned', returnedMinor: 4_000n, reason: 'OTHER', providerText: '' })
    const { content, opening_balance, closing_balance } = await statement(accountNo)
    const { balance } = (await read(accountNo)) as VirtualAccount
    expect(content.map(({ kind, txn_type }) => `${kind} ${txn_type}`)).toEqual(
      expect.arrayContaining(['return Credit', 'payout Debit', 'deposit Credit']),
    )
    expect(content.map(({ number }) => number)).toEqual(content.map((_, at) => content.length - at))
    expect([opening_balance, closing_balance, content[0]?.balance]).toEqual([0, balance, balance])
    const debits = await statement(accountNo, { filters: { txn_type: 'Debit' } })
    expect(new Set(debits.content.map(({ txn_type }) => txn_type))).toEqual(new Set(['Debit']))
    const amounts = async (body: object) => (await statement(accountNo, body)).content.map(({ amount }) => amount)
    expect(await amounts({ filters: { txn_type: 'Credit' } })).toEqual([40, 1_000])
    expect(await amounts({ filters: { kind: 'payout', amount: { min: 99.5, max: 100 } } })).toEqual([100])
    expect(await amounts({ search: '100' })).toEqual([100])
    expect(await amounts({ from: '2020-01-01 00:00:00' })).toHaveLength(content.length)
    const before = await statement(accountNo, { to: '2020-01-01 00:00:00' })
    expect([before.content, before.closing_balance]).toEqual([[], 0])
    expect(await out.findings()).toEqual([])
  })

  it('is downloaded as a spreadsheet, and as camt.053 with the same sums', async () => {
    const accountNo = await out.account(250)
    await out.deposit(accountNo, 50)
    const sheet = await out.testApp.call(ann, 'GET', `/merchants/payout/va/${accountNo}/download-statement`)
    expect(sheet.headers['content-type']).toContain('spreadsheet')
    const { xml } = contentOf<{ xml: string }>(
      await out.testApp.call(ann, 'GET', `/api/payouts/virtual-accounts/${accountNo}/camt053`),
    )
    expect(xml.match(/<Ntry>/g)).toHaveLength(2)
    expect(xml).toContain('<Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="SGD">300.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>')
  })

  it('is not another merchant’s', async () => {
    const accountNo = await out.account(1)
    const stranger = await out.testApp.signIn(await out.testApp.addMerchant(), { roles: ['payouts-admin'] })
    const path = `/merchants/payout/va/${accountNo}/statement`
    expect((await out.testApp.call(stranger, 'POST', path, {})).status).toBe(404)
  })
})
