import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PayoutBatch, PayoutSheetReadingShown } from '#contract/payout-batches.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { listJudgeable } from '#server/payout-rules/queries.ts'
import { seedPayout } from '#test/payout-objects.ts'
import { workbook } from '#test/workbook.ts'
import { rowsOfFile } from '#test/unzip.ts'
import { csvOf, openSheets, rowTo, type Sheets } from './fixtures.ts'
import { runPayoutBatch } from './jobs.ts'

const shared = join(import.meta.dirname, '../../../shared/data/settlement/payout_bulk')
let sheets: Sheets
let va: string
beforeAll(async () => {
  sheets = await openSheets()
  va = await sheets.out.account()
})
afterAll(() => sheets.out.close())

const faults = (batch: Awaited<ReturnType<Sheets['take']>>) =>
  batch.errors.map(({ row, field, reason }) => `${row} ${field} ${reason}`)

describe('a sheet of payouts', () => {
  it('makes its good rows, tells the others apart, and goes round until all are made', async () => {
    const before = await sheets.count()
    const rows = [rowTo(va, 1), rowTo(va, 2, { Amount: '1 500' }), rowTo(va, 3, { Remark: '=1+1' })]
    const checked = await sheets.take(rows, { dryRun: true })
    expect(checked).toMatchObject({ status: 'checked', valid_count: 2, error_count: 1, created_count: 0, encoding: 'utf-8', separator: ',' }) // prettier-ignore
    expect(await sheets.count()).toBe(before)

    const bytes = csvOf(rows)
    const made = await sheets.takeFile(bytes)
    expect(made).toMatchObject({ status: 'done', created_count: 2, error_count: 1, totals: [{ currency: 'SGD', amount: '25.00' }] }) // prettier-ignore
    expect(faults(made)).toEqual(['3 Amount decimal_point'])
    expect(await sheets.count()).toBe(before + 2)
    // The same file again makes nothing.
    expect(await sheets.takeFile(bytes)).toMatchObject({ created_count: 0, skipped_count: 2, error_count: 1 })

    const result = await sheets.result(made)
    const [head = [], ...told] = rowsOfFile(result)
    const at = (name: string) => head.indexOf(name)
    expect(told.map((row) => row[at('row_status')])).toEqual(['created', 'error', 'created'])
    expect(told[2]?.[at('Remark')]).toBe("'=1+1")
    // Mended, the result makes only what is missing.
    const mended = [head, ...told].map((row, no) =>
      row.map((cell, place) => (no === 2 && place === at('Amount') ? '1.5' : cell)),
    )
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const file = await workbook(
      mended.map((row) => `<row>${row.map((one) => cell(String(one ?? ''))).join('')}</row>`).join(''),
    )
    const again = await sheets.takeFile(file, { name: 'payouts-result.xlsx' })
    expect(again).toMatchObject({ created_count: 1, skipped_count: 2, error_count: 0 })
    expect(await sheets.count()).toBe(before + 3)
    const [payout] = await sheets.out.sql<{ remarks: string; made_by: string[]; batch_id: string }>(
      `select remarks, made_by, batch_id from payouts where merchant_id = $1 and merchant_txn_ref = 'S-3'`,
    )
    expect(payout).toEqual({ remarks: '=1+1', made_by: [sheets.out.maker.subUserId], batch_id: made.batch_id })
  })

  it('is made by a job where the upload had no time, in the name of its uploader, and tells what is refused by then', async () => {
    const { out } = sheets
    const { batch_id: batchId } = await sheets.take([rowTo(va, 51), rowTo(va, 52)], { dryRun: true })
    await sheets.take([rowTo(va, 51)])
    await out.sql(
      `update payout_batches set dry_run = false, status = 'running', finished_at = null where batch_id = $1`,
      [batchId],
    )
    const scope = { merchantId: out.merchant.merchantId, environment: 'sandbox' as const }
    // Twice at once, as a job that is given to another worker.
    const run = () => runJob(runPayoutBatch, { ...scope, batchId }, out.testApp.serveParts, AbortSignal.timeout(5_000))
    await Promise.all([run(), run()])
    const answer = await out.testApp.call(out.maker, 'GET', `/api/payouts/batches/${batchId}`)
    const batch = answer.body.content as unknown as PayoutBatch
    expect(batch).toMatchObject({ status: 'done', created_count: 1, error_count: 1, totals: [{ amount: '12.50' }] })
    expect(faults(batch)).toEqual(['2 Reference already_used'])
    const made = await out.sql<{ made_by: string[] }>('select made_by from payouts where batch_id = $1', [batchId])
    expect(made).toEqual([{ made_by: [out.maker.subUserId] }])
  })

  it('counts for rules about batches as what it comes to in the end, however far it is', async () => {
    const { out } = sheets
    const { batch_id: batchId } = await sheets.take([rowTo(va, 61)])
    const [payout] = await out.sql<{ txn_ref: string }>('select txn_ref from payouts where batch_id = $1', [batchId])
    const batchMinor = () =>
      out.inOwn(async (ctx) => (await listJudgeable(ctx, [payout?.txn_ref ?? '']))[0]?.batchMinor)
    expect(await batchMinor()).toBe(1250n)
    await out.sql(`update payout_batches set totals = '{"SGD": "999900"}' where batch_id = $1`, [batchId])
    expect(await batchMinor()).toBe(999900n)
  })

  it('answers by its published path with the sheet itself', async () => {
    const path = '/merchants/payout/bulk-create-txn/upload'
    const key = crypto.randomUUID()
    const bytes = csvOf([rowTo(va, 11), rowTo(va, 12, { Currency: 'EUR' })])
    const before = await sheets.count()
    for (const _ of ['first', 'again']) {
      const answer = await sheets.upload(bytes, { path, key })
      expect(answer.status).toBe(200)
      expect(answer.headers['content-disposition']).toBe('attachment; filename="payouts-result.xlsx"')
    }
    expect(await sheets.count()).toBe(before + 1)
  })

  it('names beneficiaries by id or by exact name', async () => {
    const { out } = sheets
    const named = crypto.randomUUID()
    await out.inOwn((ctx) =>
      seedPayout(ctx, {
        name: 'Known Supplier', accountNo: crypto.randomUUID(), beneficiary: named, beneficiaryAccount: crypto.randomUUID(),
        payout: crypto.randomUUID(),
      }),
    ) // prettier-ignore
    await out.sql('update beneficiary_accounts set is_default = true where beneficiary_uuid = $1', [named])
    const row = { VirtualAccount: va, Currency: 'SGD', Amount: '7' }
    const batch = await sheets.take(
      [
        { ...row, BeneficiaryName: 'Known Supplier', Remark: 'a' },
        { ...row, BeneficiaryName: '', BeneficiaryId: named, Amount: '8' },
        { ...row, BeneficiaryName: 'known supplier' },
        { ...row, BeneficiaryId: crypto.randomUUID() },
      ],
      { dryRun: true },
    )
    expect(faults(batch)).toEqual(['4 BeneficiaryName unknown_beneficiary_name', '5 BeneficiaryId unknown_beneficiary'])
  })

  it('refuses exact repeats, and the same to an account without a reason', async () => {
    const row = { ...rowTo(va, 21), Reference: '' }
    const { errors, ...batch } = await sheets.take([row, row, { ...row, Remark: 'x' }, { ...row, Reason: 'Two orders' }], { dryRun: true }) // prettier-ignore
    expect(batch.valid_count).toBe(2)
    expect(errors.map(({ field, reason, params }) => [field, reason, params])).toEqual([
      ['', 'repeats_row', { row: 2 }],
      ['Reason', 'paid_in_row', { row: 2 }],
    ])
  })

  it('tells numbers that a spreadsheet has rounded or stripped of zeros, in a workbook and a csv', async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
    const titles = ['VirtualAccount', 'BeneficiaryName', 'Country', 'BankCode', 'AccountNumber', 'Currency', 'Amount']
    const row = (bank: string, number: string) =>
      `<row>${text(va)}${text('Kim')}${text('KR')}${bank}${number}${text('SGD')}<c><v>5</v></c></row>`
    const file = await workbook(
      `<row>${titles.map(text).join('')}</row>${row('<c><v>4</v></c>', text('12345678901'))}${row(text('004'), '<c><v>1234567890123456</v></c>')}${row(text('4'), text('12345678901'))}`,
    )
    const batch = await sheets.takeFile(file, { name: 'numbers.xlsx', dryRun: true })
    expect(faults(batch)).toEqual([
      '2 BankCode zeros_lost',
      '3 AccountNumber rounded_by_spreadsheet',
      '4 BankCode wrong_length',
    ])
    const csv = await sheets.take([rowTo(va, 31, { AccountNumber: '4.07952E+14' })], { dryRun: true })
    expect(csv.errors[0]).toMatchObject({ reason: 'rounded_by_spreadsheet', params: { value: '4.07952E+14' } })
    expect(csv.errors[0]?.text).toContain('4.07952E+14')
  })

  it('is mapped once, and its titles are remembered until they are forgotten', async () => {
    const sheet = (nth: number) => Buffer.from(`Konto;Wer;Wieviel\n2800000${nth};Supplier Pte Ltd;3.20\n`)
    const columns = { AccountNumber: 'Konto', BeneficiaryName: 'Wer', Amount: 'Wieviel' }
    const defaults = { VirtualAccount: va, Currency: 'SGD', Country: 'SG', BankCode: 'DBSSSGSG' }
    expect(await sheets.takeFile(sheet(1), { dryRun: true })).toMatchObject({ missing: ['VirtualAccount', 'Currency', 'Amount', 'BeneficiaryName'], error_count: 1 }) // prettier-ignore
    await sheets.takeFile(sheet(1), { dryRun: true, mapping: columns, defaults })
    // A check keeps nothing.
    expect(await sheets.takeFile(sheet(1), { dryRun: true })).toMatchObject({ error_count: 1 })
    expect(await sheets.takeFile(sheet(1), { mapping: columns, defaults })).toMatchObject({ created_count: 1 })
    expect(await sheets.takeFile(sheet(2))).toMatchObject({ created_count: 1, mapping: columns, defaults })

    const { testApp, maker } = sheets.out
    const kept = await testApp.call(maker, 'GET', '/api/payouts/sheet-readings')
    const [reading, ...others] = kept.body.content as unknown as PayoutSheetReadingShown[]
    expect(reading).toMatchObject({ titles: ['Konto', 'Wer', 'Wieviel'], mapping: columns, defaults })
    expect(others).toEqual([])
    const forget = () => testApp.call(maker, 'DELETE', `/api/payouts/sheet-readings/${reading?.reading_ref}`)
    expect((await forget()).status).toBe(200)
    expect((await forget()).status).toBe(404)
    expect(await sheets.takeFile(sheet(3), { dryRun: true })).toMatchObject({ error_count: 1, mapping: {} })
  })

  it('is nothing for users who may not make payouts, or have no second factor', async () => {
    const bytes = csvOf([rowTo(va, 41)])
    const viewer = await sheets.out.signIn(['payouts-approve-user'])
    const bare = await sheets.out.signIn(['payouts-user'], { secondFactor: false })
    expect((await sheets.upload(bytes, { as: viewer })).status).toBe(403)
    expect((await sheets.upload(bytes, { as: bare })).body['status_reason']).toBe('SECOND_FACTOR_REQUIRED')
  })
})

describe.runIf(existsSync(shared))('sheets of others', () => {
  const read = (name: string) => readFileSync(join(shared, name))
  const mobile = { AccountNumber: 'phoneNumber', BeneficiaryName: 'fullName' }
  const kenya = () => ({ VirtualAccount: va, Currency: 'KES', Country: 'KE', AccountType: 'MOBILE', Amount: '100' })

  it.each(['test-registrations-CBE-10.csv', 'test-registrations-Safaricom-1000.csv'])(
    '%s: all rows are refused, none is made',
    async (name) => {
      const before = await sheets.count()
      const bank = name.includes('CBE') ? { ...mobile, AccountNumber: 'bankAccountNumber' } : mobile
      const batch = await sheets.takeFile(read(name), { name, mapping: bank, defaults: kenya() })
      expect(batch).toMatchObject({ valid_count: 0, created_count: 0, error_count: batch.rows })
      expect(new Set(batch.errors.map(({ reason }) => reason))).toEqual(new Set(['rounded_by_spreadsheet']))
      expect(await sheets.count()).toBe(before)
    },
  )

  it('mobile-money-999.csv: 999 rows, and its doubled numbers are found', async () => {
    const kes = await sheets.out.account(0, 'KES')
    const bytes = read('mobile-money-999.csv')
    const defaults = { ...kenya(), VirtualAccount: kes }
    const batch = await sheets.takeFile(bytes, { dryRun: true, mapping: mobile, defaults })
    const numbers = bytes
      .toString()
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(';')[1] ?? '')
    const doubled = numbers.flatMap((number, at) => (numbers.indexOf(number) < at ? [at + 2] : []))
    expect(batch.rows).toBe(999)
    expect(doubled.length).toBeGreaterThan(0)
    expect(batch.errors.map(({ row, field, reason }) => [row, field, reason])).toEqual(
      doubled.map((row) => [row, 'Reason', 'paid_in_row']),
    )
    expect(batch.valid_count).toBe(999 - doubled.length)
  })
})
