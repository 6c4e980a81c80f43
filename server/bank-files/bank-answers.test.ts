import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DepositRow } from '#contract/deposits.ts'
import { accountNo, camt, openBankFiles, type BankFiles } from './fixtures.ts'

/** A bank's answers through the merchant's calls. */
let on: BankFiles
beforeAll(async () => {
  on = await openBankFiles(1_000)
})
afterAll(() => on.out.close())

const available = async () => (await on.out.balances(accountNo)).available
describe('a statement', () => {
  it('pays payouts by their end-to-end id, and credits what came in, each line once', async () => {
    const { refs } = await on.inFile(10, 20)
    const [first = '', second = ''] = refs
    const before = await available()
    const xml = camt([
      { ref: 'B-1', amount: '10.00', side: 'DBIT', endToEndId: first },
      { ref: 'B-2', amount: '20.000', side: 'DBIT', endToEndId: second },
      { ref: 'B-3', amount: '5', side: 'CRDT' },
      { ref: 'B-4', amount: '3.00', side: 'DBIT', endToEndId: second, status: 'PDNG' },
    ])
    const answer = await on.took(xml)
    expect(answer.did).toEqual([
      ['paid', first],
      ['paid', second],
      ['deposit', 'B-3'],
    ])
    expect(answer).toMatchObject({ format: 'camt.053', pending_count: 1, known_count: 0 })
    expect([await on.out.state(first), await on.out.state(second)]).toEqual(['Success', 'Success'])
    expect((await available()) - before).toBe(500n)
    expect(await on.took(xml)).toMatchObject({ lines: [], known_count: 3 })
    // A notification of the same, and another statement with the same lines.
    const told = [{ ref: 'B-3', amount: '5.00', side: 'CRDT' as const }]
    expect(await on.took(camt(told, { kind: '054', id: 'N-1' }))).toMatchObject({ lines: [], known_count: 1 })
    expect((await available()) - before).toBe(500n)
  })

  it('without references of the bank counts a line by statement and number, and a notification of one waits for it', async () => {
    const before = await available()
    const twice = [
      { amount: '1.00', side: 'CRDT' as const },
      { amount: '1.00', side: 'CRDT' as const },
    ]
    expect(await on.took(camt(twice, { kind: '054', id: 'N-2' }))).toMatchObject({ lines: [], pending_count: 2 })
    await on.took(camt(twice, { id: 'S-7' }))
    await on.took(camt(twice, { id: 'S-7' }))
    expect((await available()) - before).toBe(200n)
  })

  it('shows people another amount, a second payment and what fits nothing, and moves no money for them', async () => {
    const { refs } = await on.inFile(30, 40)
    const [differs = '', twice = ''] = refs
    const before = await on.out.balances(accountNo)
    const answer = await on.took(
      camt(
        [
          { ref: 'C-1', amount: '30.01', side: 'DBIT', endToEndId: differs },
          { ref: 'C-2', amount: '40.00', side: 'DBIT', endToEndId: twice },
          { ref: 'C-3', amount: '40.00', side: 'DBIT', endToEndId: twice },
          { ref: 'C-4', amount: '9.00', side: 'DBIT', name: 'Bank charges' },
          { ref: 'C-5', amount: 'nine', side: 'DBIT' },
        ],
        { id: 'S-8' },
      ),
    )
    expect(answer.did).toEqual([
      ['amount_differs', differs],
      ['paid', twice],
      ['paid_twice', twice],
      ['unmatched', 'C-4'],
    ])
    expect(answer.not_understood).toMatchObject([{ bank_ref: 'C-5' }])
    expect(await on.out.state(differs)).toBe('Processing')
    expect(await on.out.balances(accountNo)).toEqual({ ...before, reserved: before.reserved - 4_000n })
    const { waiting } = await on.tab()
    expect(waiting.map(({ verdict }) => verdict).toSorted()).toEqual(['amount_differs', 'paid_twice', 'unmatched'])
    const line = waiting.find(({ verdict }) => verdict === 'unmatched')
    const explain = () =>
      on.call(on.ann, 'POST', `/api/payouts/bank-lines/${line?.line_id}/explain`, { explanation: 'Charges of March' })
    expect([(await explain()).status, (await explain()).status]).toEqual([200, 404])
    expect((await on.tab()).waiting).toHaveLength(2)
  })

  it('brings a payout back by its original id, in parts; more than left, or of no payout, waits in suspense', async () => {
    const { refs } = await on.inFile(60)
    const [ref = ''] = refs
    await on.took(camt([{ ref: 'D-1', amount: '60.00', side: 'DBIT', endToEndId: ref }], { id: 'S-9' }))
    const before = await available()
    const part = { side: 'CRDT' as const, endToEndId: ref, returned: 'AC04' }
    const did = async (ref: string, amount: string, id: string) =>
      (await on.took(camt([{ ...part, ref, amount }], { id }))).did
    expect(await did('D-2', '50.00', 'S-10')).toEqual([['returned', ref]])
    expect(await on.out.read(ref)).toMatchObject({
      status: 'Returned',
      returned_amount: 50,
      status_reason: 'ACCOUNT_CLOSED',
    })
    expect(await did('D-3', '10.01', 'S-11')).toEqual([['amount_differs', ref]])
    expect(await did('D-4', '10.00', 'S-12')).toEqual([['returned', ref]])
    const lost = camt([{ ref: 'D-5', amount: '2.00', side: 'CRDT', endToEndId: 'nobody', returned: 'AC01' }], {
      id: 'S-13',
    })
    expect((await on.took(lost)).did).toEqual([['deposit_suspended', 'D-5']])
    expect((await available()) - before).toBe(6_000n)
    const filters = { state: ['Suspense'] }
    const suspended = await on.call(on.ann, 'POST', '/api/payouts/deposits/list', { filters })
    expect(on.contentOf<DepositRow[]>(suspended).map((one) => [one.deposit_ref, one.suspense_reason])).toEqual([
      ['D-5', 'unmatched_return'],
      ['D-3', 'unmatched_return'],
    ])
  })

  it('is refused whole when it is of another account or declares a document type', async () => {
    const reason = async (xml: string) => {
      const { status: code, body } = await on.bring(xml)
      return [code, (body as unknown as { errors: { reason: string }[] }).errors[0]?.reason]
    }
    expect(await reason(camt([], { account: 'NL91ABNA0417164300' }))).toEqual([400, 'other_account'])
    const entity = `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>${camt([])}`
    expect(await reason(entity)).toEqual([400, 'declares_document_type'])
  })
})
