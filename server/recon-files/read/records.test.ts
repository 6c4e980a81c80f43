import { describe, expect, it } from 'vitest'
import type { Layout, Reading } from '../layout.ts'
import { amount, readWith, recordsOf, rejectedOf, told } from '../layouts/reading-fixtures.ts'
import { WrongHeaders } from './find-titles.ts'

const own: Reading = {
  decimal: '.',
  group: ',',
  dates: ['YYYY-MM-DD'],
  headers: ['Date', 'Kind', 'Amount'],
  columns: {
    date: 'Date',
    txn_type: 'Kind',
    amount: 'Amount',
    currency: 'Currency',
    txn_ref: 'Id',
    net: 'Net',
    fee: 'Fee',
  },
  types: { Payment: 'payment', 'Pay out': 'payout', Refund: 'refund', Correction: 'adjustment', 'Sale *': 'payment' },
  currency: 'EUR',
}
const read = (rows: string, changed: Partial<Reading> = {}, fileType: Layout['fileType'] = 'recon') =>
  readWith(
    { key: 'OWN', name: 'Own', formats: ['csv'], category: 'PSP', fileType, reading: { ...own, ...changed } },
    { text: rows },
  )
const titles = 'Id,Date,Kind,Amount,Currency,Fee,Net'
const faultsOf = async (line: string, changed: Partial<Reading> = {}, fileType: Layout['fileType'] = 'recon') =>
  rejectedOf((await read(`${titles}\n${line}\n`, changed, fileType)).rows).flatMap(({ faults }) =>
    faults.map(({ column, value, reason }) => [column, value, reason]),
  )

describe('a row', () => {
  it('is loaded, ignored by a named rule, or rejected, and these add up to the rows of the file', async () => {
    const { summary } = await read(
      `${titles}\n1,2026-03-01,Payment,10,EUR,0.3,9.7\n\n2,2026-03-01,Test,10,EUR,,\n3,2026-03-02,Sold,10,EUR,,\n${titles}\n4,2026-03-03,refund,-1,EUR,,\n`,
      { skip: [{ rule: 'test', when: [{ column: 'Kind', is: ['TEST'] }] }] },
    )
    expect(summary).toMatchObject({ rows: 6, records: 2, rejected: 1, ignored: { empty: 1, test: 1, titles: 1 } })
    expect(summary.period).toEqual({ from: '2026-03-01', to: '2026-03-03' })
  })

  it('of an unknown type word is rejected and names it; words compare without case and blanks', async () => {
    expect(await faultsOf('1,2026-03-01,Bonus,10,EUR,,')).toEqual([['Kind', 'Bonus', 'unknown_type']])
    expect(await faultsOf('1,2026-03-01,,10,EUR,,')).toEqual([['Kind', '', 'no_type']])
    const { records } = await read(
      `${titles}\n1,2026-03-01, PAYMENT ,10,EUR,,\n2,2026-03-01,payout,-10,EUR,,\n3,2026-03-01,Sale 17,1,EUR,,\n`,
    )
    expect(records.map(({ type }) => type)).toEqual(['payment', 'payout', 'payment'])
  })

  it.each([
    ['no amount', '1,2026-03-01,Payment,ten,EUR,,', [['Amount', 'ten', 'no_amount']]],
    ['an empty amount', '1,2026-03-01,Payment,,EUR,,', [['Amount', '', 'empty']]],
    ['wrong groups', '1,2026-03-01,Payment,"1,23",EUR,,', [['Amount', '1,23', 'groups_wrong']]],
    ['another currency in the cell', '1,2026-03-01,Payment,USD 10,EUR,,', [['Amount', 'USD 10', 'other_currency']]],
    ['no currency that there is', '1,2026-03-01,Payment,10,EUX,,', [['Currency', 'EUX', 'currency_unknown']]],
    ['no day', '1,2026-02-30,Payment,10,EUR,,', [['Date', '2026-02-30', 'not_a_day']]],
    ['an empty date', '1,,Payment,10,EUR,,', [['Date', '', 'no_time']]],
    ['a sign that its type has not', '1,2026-03-01,Payment,-10,EUR,,', [['Amount', '', 'sign_of_type']]],
    ['more cells than titles', '1,2026-03-01,Payment,10,EUR,,,more', [['', 'more', 'row_long']]],
    ['too few cells for what it has to say', '1,2026-03-01,Payment', [['Amount', '', 'row_short']]],
    [
      'two faults',
      '1,someday,Payment,ten,EUR,,',
      [
        ['Amount', 'ten', 'no_amount'],
        ['Date', 'someday', 'not_in_date_format'],
      ],
    ],
  ])('with %s is rejected, with column and value', async (_, line, faults) => {
    expect(await faultsOf(line)).toEqual(faults)
  })

  it('that is too short is read as ended by empty cells and marked; empty cells beyond the titles are nothing', async () => {
    const { records } = await read(`${titles}\n1,2026-03-01,Payment,10\n2,2026-03-01,Payment,10,EUR,,,,\n`)
    expect(records.map(({ marks, currency }) => [marks, currency])).toEqual([
      [['row_short'], 'EUR'],
      [[], 'EUR'],
    ])
  })

  it('of transactions has no more decimals than its currency; one of settlements keeps up to eight', async () => {
    const line = '1,2026-03-01,Payment,10.12345678,EUR,,'
    expect(await faultsOf(line, {}, 'transaction')).toEqual([['Amount', '', 'too_many_decimals']])
    expect(await faultsOf('1,2026-03-01,Payment,10.120,EUR,,', {}, 'transaction')).toEqual([])
    expect(await faultsOf('1,2026-03-01,Payment,10.123456789,EUR,,')).toEqual([
      ['Amount', '10.123456789', 'too_many_decimals'],
    ])
    const { records } = await read(`${titles}\n${line}\n`)
    expect(records.map(({ gross }) => amount(gross))).toEqual(['10.12345678'])
  })

  it('takes its signs from its type where the file has none, and from the net where the type has none', async () => {
    const rows = `${titles}\n1,2026-03-01,Payment,10,EUR,,9.7\n2,2026-03-01,Refund,4,EUR,,-4\n3,2026-03-01,Correction,3,EUR,,-3\n`
    const { records } = await read(rows, { sign: 'of_type', netSign: 'own' })
    expect(records.map(({ gross, net }) => [amount(gross), amount(net)])).toEqual([
      ['10', '9.7'],
      ['-4', '-4'],
      ['-3', '-3'],
    ])
  })
})

describe('debit and credit', () => {
  const sides: Partial<Reading> = {
    headers: ['Date', 'Kind'],
    columns: { ...own.columns, amount: { credit: 'In', debit: 'Out' } },
  }
  const head = 'Id,Date,Kind,In,Out,Net'
  it.each([
    ['1,2026-03-01,Correction,5,,', '5', []],
    ['1,2026-03-01,Correction,,5,', '-5', []],
    ['1,2026-03-01,Correction,,-5,', '-5', []],
    ['1,2026-03-01,Correction,0.00,5,', '-5', []],
    ['1,2026-03-01,Correction,5,0,', '5', []],
    ['1,2026-03-01,Correction,0,0,', '0', []],
    ['1,2026-03-01,Correction,52,1,-1', '-1', ['both_sides_filled']],
    ['1,2026-03-01,Correction,52,1,52', '52', ['both_sides_filled']],
  ])('%s is %s', async (line, gross, marks) => {
    const { records } = await read(`${head}\n${line}\n`, sides)
    expect(records.map((one) => [amount(one.gross), one.marks])).toEqual([[gross, marks]])
  })
  it('both filled are rejected where no net says which is meant', async () => {
    const { rows } = await read(`${head}\n1,2026-03-01,Correction,52,1,\n`, sides)
    expect(rejectedOf(rows)[0]?.faults[0]).toMatchObject({
      reason: 'both_sides_filled',
      column: 'In, Out',
      value: '52, 1',
    })
  })
})

describe('a row of titles', () => {
  it('is found below others, in any order and form, and a new title is noted', async () => {
    const { records, summary } = await read(
      `Report,,,\n,,,\nAmount ,Kind,\u00a0Date,New,Net\n5,Payment,2026-03-01,x,5\n`,
      { known: ['Amount', 'Kind', 'Date', 'Net'] },
    )
    expect(records).toHaveLength(1)
    expect(summary.newTitles).toEqual(['New'])
  })
  it('that lacks a header refuses the file, and the nearest title is named', async () => {
    const refused = read('Date,Kind,Amuont,Id\n2026-03-01,Payment,5,1\n')
    await expect(refused).rejects.toBeInstanceOf(WrongHeaders)
    const missing = await refused.catch((error: WrongHeaders) => error.missing)
    expect(missing).toEqual([{ header: 'Amount', nearest: 'Amuont' }])
  })
})

it('balances above the titles and below the rows are proven: opening and movements make the closing, here short by 0.02', async () => {
  const rows = [
    'Bank code : 10,Agency : 100,,,,',
    'Balance at end of period,,,,"+31070,11",',
    'Date,Number,Label,Debit,Credit,Detail',
    '01/04/20,OP 1,L1,"-50,00",,D',
    '01/04/20,OP 2,L2,"-100,00",,D',
    '02/04/20,OP 3,L3,"-80,68",,D',
    '02/04/20,OP 4,L4,,"1300,00",D',
    'Balance at start of period,,,,"+30000,77",',
  ].join('\n')
  const { summary } = await read(rows, {
    decimal: ',', dates: ['DD/MM/YY'], headers: ['Date', 'Number', 'Debit', 'Credit'], types: {}, type: 'transfer',
    columns: { date: 'Date', txn_ref: 'Number', amount: { credit: 'Credit', debit: 'Debit' } },
    sections: { column: 1 },
    proof: {
      stated: [
        { section: 'Balance at start of period', what: 'opening', column: 5 },
        { section: 'Balance at end of period', what: 'closing', column: 5 },
      ],
    },
  }) // prettier-ignore
  expect(summary.proofs.map(told)).toEqual(['balance EUR unproven 31070.11 by -0.02'])
  expect(summary).toMatchObject({ records: 4, ignored: { stated: 1 } })
})

describe('a running balance', () => {
  const running: Partial<Reading> = { columns: { ...own.columns, balance: 'Balance' }, proof: { running: true } }
  const line = (n: number, sum: string, balance: string) => `${n},2026-03-0${n},Correction,${sum},EUR,,,${balance}`
  const lines = [line(1, '5', '15'), line(2, '-3', '12'), line(3, '1.5', '13.5')]
  it.each([
    ['the oldest line first', lines, 'running EUR proven 13.5', null],
    ['the newest line first', lines.toReversed(), 'running EUR proven 13.5', null],
    ['a break', [lines[0], line(2, '-4', '12'), lines[2]], 'running EUR unproven 13.5 by -1', 3],
  ])('with %s', async (_, rows, proof, brokenAt) => {
    const { summary } = await read([`${titles},Balance`, ...rows].join('\n'), running)
    expect(summary.proofs.map(told)).toEqual([proof])
    expect(summary.proofs[0]?.brokenAt).toBe(brokenAt)
  })
})

it('lines of the same fields in unmapped columns that differ are two rows, and not one that stands twice', async () => {
  const { rows } = await read(
    `Date,Kind,Amount,Note\n2026-03-01,Payment,5,a\n2026-03-01,Payment,5,b\n2026-03-01,Payment,5.00,a\n`,
  )
  const [one, other, again] = recordsOf(rows)
  expect(one?.content).toBe(other?.content)
  expect(one?.identity).not.toBe(other?.identity)
  expect(again?.identity).toBe(one?.identity)
})
