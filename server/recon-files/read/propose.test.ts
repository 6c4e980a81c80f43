import { describe, expect, it } from 'vitest'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { proposedFor } from '../layouts/reading-fixtures.ts'

describe('a proposal for a file of the merchant’s own', () => {
  const text = [
    'Settlement of March;;;;',
    ';;;;',
    'Booking date;Transaction type;Order ID;Amount;Currency',
    '13/02/2026;Sale;order-1;1.234,50;EUR',
    '14/02/2026;Sale;order-2;7,20;EUR',
    '14/02/2026;Return;order-1;-7,20;EUR',
  ].join('\n')

  it('finds delimiter, row of titles, marks, format of dates and columns, and lists every type word to be assigned', async () => {
    const proposal = await proposedFor({ text })
    expect(proposal.layout).toBeNull()
    expect(proposal.reading).toMatchObject({
      encoding: 'utf-8',
      delimiter: ';',
      offset: 2,
      decimal: ',',
      group: '.',
      dates: ['DD/MM/YYYY'],
      columns: {
        date: 'Booking date',
        txn_type: 'Transaction type',
        merchant_ref: 'Order ID',
        amount: 'Amount',
        currency: 'Currency',
      },
    })
    expect(proposal.questions).toEqual([])
    expect(proposal.typeWords).toEqual([
      { word: 'Sale', count: 2, type: null },
      { word: 'Return', count: 1, type: null },
    ])
    // Nothing is of any type before somebody has said so.
    expect(proposal.preview.map(({ outcome }) => 'rejected' in outcome && outcome.rejected[0]?.reason)).toEqual(
      Array.from({ length: 3 }, () => 'unknown_type'),
    )
  })

  it('asks what admits two readings: 12/02/2016 and 1,234', async () => {
    const { questions, reading } = await proposedFor({
      text: 'Date,Order ID,Amount,Currency\n12/02/2016,o-1,"1,234",USD\n',
    })
    expect(reading.decimal).toBeUndefined()
    expect(reading.dates).toEqual([])
    expect(
      questions.map(({ about, example, readings }) => [about, example, readings.map(({ value }) => value)]),
    ).toEqual([
      ['decimal', '1,234', expect.arrayContaining(['1234', '1.234'])],
      ['date', '12/02/2016', expect.arrayContaining(['2016-12-02', '2016-02-12'])],
    ])
  })

  it('asks for the zone of times and for the currency where the file names none', async () => {
    const { questions } = await proposedFor({ text: 'Date,Order ID,Amount\n2026-03-01 10:00:00,o-1,5.25\n' })
    expect(questions.map(({ about }) => about)).toEqual(['time_zone', 'currency'])
  })
})

describe('a layout that is recognised', () => {
  const stripe =
    'balance_transaction_id,created,available_on,currency,gross,fee,net,reporting_category\ntxn_1,2026-03-01 10:00:00,2026-03-02 00:00:00,usd,5,0.2,4.8,charge\n'
  it('reads the sample as it is, and asks nothing', async () => {
    const proposal = await proposedFor({ text: stripe })
    expect(proposal).toMatchObject({
      layout: 'STRIPE_BALANCE',
      questions: [],
      typeWords: [{ word: 'charge', type: 'payment' }],
    })
    expect(
      proposal.preview.map(({ no, cells, outcome }) => [no, cells[0], 'record' in outcome && outcome.record.type]),
    ).toEqual([[2, 'txn_1', 'payment']])
  })
  it('that a file nearly has is named, with what is missing', async () => {
    const { layout, nearest } = await proposedFor({ text: stripe.replace('reporting_category', 'category') })
    expect(layout).toBeNull()
    expect(nearest).toMatchObject({
      layout: { key: 'STRIPE_BALANCE' },
      missing: [{ header: 'reporting_category', nearest: 'category' }],
    })
  })
})

it.runIf(hasRealFiles)('a file in an older encoding is read as its twin in UTF-8', async () => {
  const [old, utf8] = await Promise.all(
    ['cp1252', 'utf8'].map((name) =>
      proposedFor({ path: realFile(`hledger/sample.fr.${name}.csv`) }, { encoding: 'windows-1252' }),
    ),
  )
  expect(old?.reading.encoding).toBe('windows-1252')
  expect(old?.preview.map(({ cells }) => cells)).toEqual(utf8?.preview.map(({ cells }) => cells))
  expect(old?.preview).toHaveLength(3)
})
