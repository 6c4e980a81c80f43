import { describe, expect, it } from 'vitest'
import { rateText } from '#contract/exchange-rates.ts'
import { readRates } from './read-rates.ts'

/** All figures are made up. */
const today = '2026-11-27'
const read = (...lines: string[]) => {
  const { rates, leftOut } = readRates(lines.join('\n'), today)
  return { rates: rates.map(({ day, currency, rate }) => `${day} ${currency} ${rateText(rate)}`), leftOut }
}
const envelope = (...cubes: string[]) => [
  `<?xml version="1.0" encoding="UTF-8"?>`,
  `<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">`,
  `<gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>made up</gesmes:name></gesmes:Sender>`,
  `<Cube>`,
  ...cubes,
  `</Cube></gesmes:Envelope>`,
]

describe('a csv', () => {
  it('of a day has its currencies, without those that have no rate or are not known', () => {
    expect(read('Date, USD, JPY, XXA, KRW, THB, ZAR, ', '25 November 2026, 1.25, 180.5, 7.1, N/A, , 20, ', '')).toEqual(
      {
        rates: ['2026-11-25 USD 1.25', '2026-11-25 JPY 180.5', '2026-11-25 ZAR 20'],
        leftOut: ['XXA'],
      },
    )
    expect(read('\uFEFFDate, USD, \r', '3 June 2026, 1.0000000001, \r').rates).toEqual(['2026-06-03 USD 1.0000000001'])
  })

  it('of several days has each, and the operator may write one without a comma at the end', () => {
    const days = ['2026-11-25,1.25,N/A,', '2026-11-24,1.5,200,', '', '1999-01-04,1.75,N/A,']
    expect(read('Date,USD,JPY,', ...days)).toEqual({
      rates: ['2026-11-25 USD 1.25', '2026-11-24 USD 1.5', '2026-11-24 JPY 200', '1999-01-04 USD 1.75'],
      leftOut: [],
    })
    expect(read('Date,VND', '2026-11-27,30000').rates).toEqual(['2026-11-27 VND 30000'])
  })

  it.each([
    ['another layout', ['KEY,CURRENCY,OBS_VALUE', 'EXR,USD,1.25'], 'This is no file of rates'],
    ['no currencies', ['Date,', '2026-11-25,'], 'This is no file of rates'],
    ['nothing', [''], 'This is no file of rates'],
    ['no day', ['Date,USD,'], 'The file has no days'],
    ['no currency that is known', ['Date,XXA,USD,', '2026-11-25,1.25,N/A,'], 'no rates of currencies that are known'],
    ['a rate of zero', ['Date,USD,', '2026-11-25,1.25,', '2026-11-24,0.000,'], 'Line 3: 0.000 is not a rate of USD'],
    ['a rate below zero', ['Date,USD,', '2026-11-25,-1.25,'], 'Line 2: -1.25 is not a rate of USD'],
    ['a rate of eleven places', ['Date,USD,', '2026-11-25,1.00000000001,'], 'Line 2: 1.00000000001 is not'],
    ['a rate with an exponent', ['Date,USD,', '2026-11-25,1e2,'], 'Line 2: 1e2 is not a rate of USD'],
    ['a bad rate of an unknown currency', ['Date,USD,XXA,', '2026-11-25,1.25,x,'], 'Line 2: x is not a rate of XXA'],
    ['a decimal comma', ['Date,USD,', '2026-11-25,"1,25",'], 'Line 2: 1,25 is not a rate of USD'],
    [
      'a line that was cut off',
      ['Date,USD,JPY,', '2026-11-25,1.25,18'],
      'Line 2 has 3 cells, and the first line has 4',
    ],
    ['a rate under no currency', ['Date,USD,', '2026-11-25,1.25,180'], 'Line 2: 180 stands under no currency'],
    ['a day to come', ['Date,USD,', '2026-11-27,1.25,', '2026-11-28,1.25,'], 'Line 3: 2026-11-28 has not come yet'],
    ['no day of the calendar', ['Date,USD,', '2026-02-30,1.25,'], 'Line 2: 2026-02-30 is not a day'],
    ['a day in another form', ['Date,USD,', '25/11/2026,1.25,'], 'Line 2: 25/11/2026 is not a day'],
    ['a month in another language', ['Date,USD,', '25 Dezember 2025,1.25,'], 'Line 2: 25 Dezember 2025 is not a day'],
    ['a day twice', ['Date,USD,', '2026-11-25,1.25,', '25 November 2026,1.25,'], 'Line 3: 2026-11-25 is there twice'],
    ['a currency twice', ['Date,USD,USD,', '2026-11-25,1.25,1.25,'], 'Line 2: USD is there twice'],
    ['a rate of the euro', ['Date,USD,EUR,', '2026-11-25,1.25,1,'], 'Line 2: EUR is what the others are rates of'],
    ['a name for a currency', ['Date,Dollar,', '2026-11-25,1.25,'], "Line 2: Dollar is not a currency's three letters"],
  ])('with %s is refused', (_what, lines, message) => {
    expect(() => read(...lines)).toThrow(message)
  })
})

describe('an xml', () => {
  it('of a day or of several has their currencies', () => {
    const day = ["<Cube time='2026-11-25'>", "<Cube currency='USD' rate='1.25'/><Cube currency='XXA' rate='7.1'/>", '</Cube>']
    expect(read(...envelope(...day))).toEqual({ rates: ['2026-11-25 USD 1.25'], leftOut: ['XXA'] })
    const before = ['<Cube time="2026-11-24"><Cube rate="180.5" currency="JPY"/></Cube>']
    expect(read(...envelope(...day, ...before)).rates).toEqual(['2026-11-25 USD 1.25', '2026-11-24 JPY 180.5'])
  }) // prettier-ignore

  const usd = (rate: string) => `<Cube time="2026-11-25">\n<Cube currency="USD" rate="${rate}"/></Cube>`
  it.each([
    ['no day', envelope(), 'The file has no days'],
    ['a bad rate', envelope(usd('1.2.5')), 'Line 6: 1.2.5 is not a rate of USD'],
    ['a day to come', envelope('<Cube time="2026-11-28"/>'), 'Line 5: 2026-11-28 has not come yet'],
    ['a day twice', envelope(usd('1.25'), usd('1.25')), 'Line 7: 2026-11-25 is there twice'],
    ['a rate outside a day', envelope('<Cube currency="USD" rate="1.25"/>'), 'Line 5: a day has no date'],
    ['a cube too deep', envelope(usd('1"><Cube/></Cube><Cube rate="1')), 'Line 6: a Cube stands where none belongs'],
    ['a cube in another element', envelope(`<x>${usd('1.25')}</x>`), 'Line 5: a Cube stands where none belongs'],
    ['another document', ['<Document xmlns="urn:x"><Cube/></Document>'], 'it has to be an Envelope of gesmes'],
    ['cubes of another kind', envelope(usd('1.25')).map((line) => line.replace('eurofxref"', 'x"')), 'has no days'],
    ['its end cut off', envelope(usd('1.25')).slice(0, -1), 'The file is not whole or no XML'],
    ['an entity of its own', envelope(usd('&rate;')), 'The file is not whole or no XML'],
  ])('with %s is refused', (_what, lines, message) => {
    expect(() => read(...lines)).toThrow(message)
  })

  it('that declares a document type is refused before its entities are', () => {
    const [head = '', ...rest] = envelope(usd('&rate;'))
    expect(() => read(head, '<!DOCTYPE x [<!ENTITY rate "1.25">]>', ...rest)).toThrow('declares a document type')
  })
})
