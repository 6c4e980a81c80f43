import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VirtualAccount } from '#contract/virtual-accounts.ts'
import { parsePain, type PainSheet } from '#server/payout-batches/parse-pain.ts'
import { accountNo, camt, openBankFiles, type BankFiles } from './fixtures.ts'

/** Files for one's own bank through the merchant's calls. */
let on: BankFiles
beforeAll(async () => {
  on = await openBankFiles(0)
})
afterAll(() => on.out.close())

describe('a channel that pays by file', () => {
  it('is connected by an account that is one, and its virtual account mirrors that in its currency', async () => {
    const wrong = async (creds: Record<string, string>) => {
      const { status, body } = await on.connect(creds)
      return [status, (body as unknown as { errors: { path: string }[] }).errors[0]?.path]
    }
    expect(await wrong({ account_number: 'DE89370400440532013001' })).toEqual([400, 'creds.account_number'])
    expect(await wrong({ bic: 'NOBIC' })).toEqual([400, 'creds.bic'])
    expect(await wrong({ currency: 'EURO' })).toEqual([400, 'creds.currency'])
    expect((await on.connect()).status).toBe(200)
    expect((await on.open('USD')).body).toMatchObject({ errors: [{ path: 'currency' }] })
    const account = on.contentOf<VirtualAccount>(await on.open())
    expect(account).toMatchObject({
      account_no: accountNo,
      bank_code: 'COBADEFFXXX',
      tells_deposits: false,
      balance: 0,
    })
    await on.took(camt([{ ref: 'OPEN', amount: '1000.00', side: 'CRDT' }]))
  })
})

describe('a file', () => {
  it('holds the approved payouts that nothing else holds, once, and they are Processing', async () => {
    const { out } = on
    expect((await on.make()).body).toMatchObject({ status_reason: 'NOTHING_FOR_FILE' })
    const first = await on.approved({ amount: 100.1 })
    const second = await on.approved({ amount: 50, fee_payer: 'RECEIVER' })
    const elsewhere = {
      account_no: 'NL20INGB0001234567',
      account_type: 'BANK',
      account_name: 'Other BV',
      country: 'NL',
    }
    const held = await on.approved({ amount: 7, bank_details: elsewhere })
    await out.sql(
      `update beneficiary_accounts set waits_until = now() + interval '1 day'
       where merchant_id = $1 and account_uuid = (select account_uuid from payouts where merchant_id = $1 and txn_ref = $2)`,
      [out.merchant.merchantId, held],
    )
    expect([await out.state(first), (await out.read(first)).holds.map(({ wait }) => wait)]).toEqual([
      'Approved',
      ['bank_file'],
    ])
    expect((await on.tab()).channels).toMatchObject([{ ready_count: 3 }])
    const [one, other] = await Promise.all([on.make(), on.make()])
    expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    const [file] = (await on.tab()).files
    expect(file).toMatchObject({
      state: 'Made',
      payouts: 2,
      total: 150.1,
      open_count: 2,
      currency: 'EUR',
      made_by: 'Ann',
    })
    expect([await out.state(first), await out.state(second), await out.state(held)]).toEqual([
      'Processing',
      'Processing',
      'Approved',
    ])
    expect((await out.read(first)).holds.map(({ wait }) => wait)).toEqual(['bank_answer'])
    // Nobody can be asked about it, and nothing is sent.
    await out.send(first)
    expect([await out.state(first), out.bank.asked]).toEqual(['Processing', []])
    expect(await out.cancel(first)).toBe(409)
  })

  it('is the same each time, and our own reader finds the payouts and the sum in it', async () => {
    const [file] = (await on.tab()).files
    const xml = await on.xmlOf(file?.file_id ?? '')
    expect(await on.xmlOf(file?.file_id ?? '')).toBe(xml)
    const read = parsePain(Buffer.from(xml), 10) as PainSheet
    expect(read.format).toBe('pain.001.001.09')
    const [head = [], ...rows] = read.rows
    const payments = rows.map((row) => Object.fromEntries(head.map((title, at) => [title, row[at]])))
    const inFile = await on.out.sql<{ txn_ref: string; amount: string; payer: string }>(
      `select txn_ref, to_char(amount_minor / 100.0, 'FM990.00') as amount, fee_payer as payer
       from bank_file_payouts join payouts using (merchant_id, environment, txn_ref) where merchant_id = $1`,
    )
    expect(inFile).toHaveLength(2)
    const said = payments.map(({ Reference, Amount, FeePayer }) => `${Reference} ${Amount} ${FeePayer}`)
    expect(new Set(said)).toEqual(new Set(inFile.map(({ txn_ref: ref, amount, payer }) => `${ref} ${amount} ${payer}`)))
    expect(payments[0]).toMatchObject({ VirtualAccount: 'DE89370400440532013000', Currency: 'EUR', Country: 'NL' })
    expect(xml).toContain(`<NbOfTxs>2</NbOfTxs><CtrlSum>150.10</CtrlSum><InitgPty><Nm>Acme Ubersee GmbH</Nm>`)
    expect(file?.msg_id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('is made and taken by custodians alone', async () => {
    const { out, call } = on
    const [file] = (await on.tab()).files
    const denied = async (method: 'GET' | 'POST', path: string) =>
      (await call(out.maker, method, path, method === 'GET' ? undefined : {})).status
    expect(await denied('GET', `/api/payouts/bank-files/${file?.file_id}/download`)).toBe(403)
    expect((await call(out.maker, 'POST', '/api/payouts/bank-files', { channel_key: 'BANK_FILE' })).status).toBe(403)
    expect((await call(out.maker, 'GET', '/api/payouts/bank-files')).status).toBe(200)
  })

  it('is withdrawn by two people: what the bank has not paid is Failed, and its money available again', async () => {
    const { out, ann, ben, call } = on
    const [file] = (await on.tab()).files
    const path = `/api/payouts/bank-files/${file?.file_id}/withdraw`
    const [paid, open] = await out.sql<{ txn_ref: string; amount_minor: bigint }>(
      `select txn_ref, amount_minor from payouts where merchant_id = $1 and status = 'Processing' order by amount_minor desc`,
    )
    await on.took(
      camt([{ ref: 'B-1', amount: '100.10', side: 'DBIT', endToEndId: paid?.txn_ref ?? '' }], { id: 'S-2' }),
    )
    expect((await call(ben, 'POST', `${path}/decide`, { decision: 'confirm' })).status).toBe(409)
    expect((await call(ann, 'POST', path, { reason: 'wrong day', evidence: 'Letter 7' })).status).toBe(200)
    expect((await call(ann, 'POST', path, { reason: 'again', evidence: 'Letter 8' })).status).toBe(409)
    expect((await call(ann, 'POST', `${path}/decide`, { decision: 'confirm' })).body).toMatchObject({
      status_reason: 'SECOND_PERSON_NEEDED',
    })
    const before = await out.balances(accountNo)
    expect((await call(ben, 'POST', `${path}/decide`, { decision: 'confirm' })).body.content).toMatchObject({
      state: 'Withdrawn',
      open_count: 0,
      withdrawn_by: 'Ben',
    })
    expect([await out.state(paid?.txn_ref ?? ''), await out.state(open?.txn_ref ?? '')]).toEqual(['Success', 'Failed'])
    expect(await out.read(open?.txn_ref ?? '')).toMatchObject({ status_reason: 'FILE_WITHDRAWN' })
    const after = await out.balances(accountNo)
    expect(after.available - before.available).toBe(5_000n)
    // The bank pays it after all: that changes nothing, and stops the channel.
    const late = camt([{ ref: 'B-2', amount: '50.00', side: 'DBIT', endToEndId: open?.txn_ref ?? '' }], { id: 'S-3' })
    expect((await on.took(late)).did).toEqual([['contradicts', open?.txn_ref]])
    const stops = await out.sql(`select 1 from payout_stops where merchant_id = $1 and lifted_at is null`)
    expect(stops).toHaveLength(1)
    expect(await out.findings()).toEqual([])
  })
})
