import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { statementsOf } from './bank-fixtures.ts'
import { mt940Source } from './mt940.ts'
import { refusalOf, rowsOf } from './source-fixtures.ts'

const message = (inside: string) =>
  `{1:F01AAAABBCCXXXX0000000000}{2:I940AAAABBCCXXXXN}{4:\r\n${inside.replaceAll('\n', '\r\n')}\r\n-}\r\n`
const statement = `:20:REF1
:25:NL77INGB0574908765EUR
:28C:7/1
:60F:C251231EUR1.000,00`
const good = statement.replace('1.000,00', '1000,00')

it('a statement is a row for each balance and movement, however the text is cut', async () => {
  const text = message(`${good}
:61:2512311231D10,5NTRFMINE//THEIRS
second line
:86:/EREF/E-1//CNTP/NL32INGB0000012345/INGBNL2A/Ada///REMI/USTD//Invoice 7/
:61:2601021231RD2,NTRFNONREF
:61:2512310102C0,25NMSC
:62F:C251231EUR991,75
:86:the end`)
  const common = { statement: 'REF1 7', account: 'NL77INGB0574908765', currency: 'EUR' }
  for (const size of [1, 5, 10_000])
    expect(await rowsOf(mt940Source, text, { size })).toEqual([
      { section: 'opening', ...common, balance: '1000.00', booked_on: '2025-12-31' },
      {
        section: 'entry', ...common, amount: '-10.5', value_date: '2025-12-31', booked_on: '2025-12-31', code: 'NTRF',
        own_reference: 'MINE', reference: 'THEIRS', end_to_end_id: 'E-1', counterparty: 'Ada', counterparty_account: 'NL32INGB0000012345',
        text: 'second line /EREF/E-1//CNTP/NL32INGB0000012345/INGBNL2A/Ada///REMI/USTD//Invoice 7/',
      },
      // A debit that is taken back comes in; its entry is of the year before its value.
      { section: 'entry', ...common, amount: '2', value_date: '2026-01-02', booked_on: '2025-12-31', code: 'NTRF' },
      { section: 'entry', ...common, amount: '0.25', value_date: '2025-12-31', booked_on: '2026-01-02', code: 'NMSC' },
      { section: 'closing', ...common, balance: '991.75', booked_on: '2025-12-31' },
    ]) // prettier-ignore
})

it('pages of a statement share its name, statements of one reference do not', async () => {
  const pages =
    message(good.replace('60F', '60M')) + message(good.replace('7/1', '7/2')) + message(good.replace('7/1', '8'))
  expect((await rowsOf(mt940Source, pages)).map(({ section, statement: name }) => `${section} ${name}`)).toEqual([
    'page_opening REF1 7', 'opening REF1 7', 'opening REF1 8',
  ]) // prettier-ignore
})

it('numbered parts of a text are read, with the end of a line in the middle of a word', async () => {
  const text = `:86:166?00SEPA?20EREF+E-2?21KREF+K?22SVWZ+Invo${' '.repeat(0)}
ice?31DE89370400440532013000?32Ada?33 Lovelace?34AC04`
  const [row] = (await rowsOf(mt940Source, message(`${good}\n:61:251231D1,N051NONREF\n${text}`))).slice(1)
  expect(row).toMatchObject({
    end_to_end_id: 'E-2',
    counterparty: 'Ada Lovelace',
    counterparty_account: 'DE89370400440532013000',
    return_reason: 'AC04',
  })
})

it('a line that is of no statement refuses the file, and is named', async () => {
  const wrong = [
    statement,
    `${good}\n:61:nothing`,
    `${good}\n:99:x`,
    `${good}\n:60F:C251231EUR10`,
    ':9401:\n:20:x',
    `:21:x\n${good}`,
  ]
  for (const text of wrong) expect([text, await refusalOf(mt940Source, text)]).toEqual([text, 'statement_line_unknown'])
  expect(await refusalOf(mt940Source, 'hello')).toBe('no_statement')
  expect(await refusalOf(mt940Source, message(`${good}\n:61:251231D1,N051NONREF\n:86:${'x\n'.repeat(33_000)}`))).toBe(
    'cell_too_long',
  )
  expect(await refusalOf(mt940Source, ':20:x\n'.repeat(3))).not.toBe('no_statement')
})

const folder = join(import.meta.dirname, '../../../../shared/data/settlement/oca_bank')
describe.skipIf(!existsSync(folder))('statements of real banks', () => {
  const proofs = async (name: string) =>
    statementsOf(await rowsOf(mt940Source, readFileSync(join(folder, name), 'utf8')))
  it('of ING and BRD are proven by their balances, as is one of an older ING', async () => {
    expect(await proofs('bank_statement_import_mt940_base__test-ing.940')).toEqual(['662.23 + 8 = 564.35 proven'])
    expect(await proofs('bank_statement_parse_nl_ing_mt940__test-ing-old.940')).toEqual(['662.23 + 8 = 564.35 proven'])
    expect(await proofs('bank_statement_import_mt940_ro_brd__test-brd.940')).toEqual(['3885.24 + 2 = 3671.88 proven'])
  })
  it('of SNS are proven but for the third, which has no closing balance', async () => {
    const shown = ['3026.96 + 4 = 2264.52 proven', '2264.52 + 2 = 2253.57 proven', '2253.57 + 2 not stated']
    expect(await proofs('bank_statement_import_mt940_base__test-sns.940')).toEqual(shown)
    expect(await proofs('bank_statement_import_mt940_base__test-sns-utf8.940')).toEqual(shown)
  })
  it('with a line that is none is refused', async () => {
    await expect(proofs('bank_statement_import_mt940_base__test-wrong-file.940')).rejects.toMatchObject({
      reason: 'statement_line_unknown',
      params: { row: 1, tag: '9401' },
    })
  })
})
