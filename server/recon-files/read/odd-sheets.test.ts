import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { proposedFor } from '../layouts/reading-fixtures.ts'
import { readAmount } from './amounts.ts'
import { dateReader } from './dates.ts'
import { formatsOf } from './propose-dates.ts'
import { marksOf } from './propose-marks.ts'

const proposed = async (of: Parameters<typeof proposedFor>[0]) => {
  const { reading, questions, preview } = await proposedFor(of, { propose: true })
  const records = preview.filter(({ outcome }) => 'record' in outcome).length
  return { dates: reading.dates.join(), asked: questions.map(({ about }) => about).join(), records }
}

describe('a sheet of nobody’s layout', () => {
  it('whose dates admit two readings is asked about, and none of its lines is read by a guess', async () => {
    const text = 'Date,Amount,Currency\n01/02/2026,1.50,EUR\n03/04/2026,2.50,EUR'
    expect(await proposed({ text })).toEqual({ dates: '', asked: 'date', records: 0 })
    const decided = await proposed({ text: `${text}\n13/04/2026,2.50,EUR` })
    expect(decided).toEqual({ dates: 'DD/MM/YYYY', asked: '', records: 3 })
  })

  it.runIf(hasRealFiles).each([
    ['bank_statement_import_txt_xlsx__sample_statement_en.csv', 'MM/DD/YYYY', '', 2],
    ['caisse_epargne_version_A.csv', '', 'not_read,currency', 0],
    ['move_base_import__statement__account_move_base_import_demo.csv', 'YYYY-MM-DD HH:mm:ss', 'time_zone,currency', 0],
    ['move_base_import__statement_empty.csv', '', 'currency', 0],
    ['statement_ext__statement.csv', 'YYYY-MM-DD HH:mm:ss', 'time_zone,currency', 0],
    ['statement_import_sheet_file__sample_statement_credit_card_inverse_sign_en.csv', 'MM/DD/YYYY', '', 2],
    ['statement_import_txt_xlsx__debit_credit_amount.csv', 'MM/DD/YYYY', 'currency', 0],
    ['statement_import_txt_xlsx__meta_data_separated_credit_debit.csv', '', 'not_read,currency', 0],
    ['statement_import_txt_xlsx__multi_currency.csv', 'MM/DD/YYYY', '', 2],
    ['statement_import_txt_xlsx__sample_statement_en.xlsx', 'excel', '', 2],
    ['statement_import_txt_xlsx__sample_statement_en_with_header.csv', 'MM/DD/YYYY', '', 2],
  ])('%s is read rightly, or asked about', async (path, dates, asked, records) => {
    expect(await proposed({ path: realFile(`oca_sheet_odd/${path}`) })).toEqual({ dates, asked, records })
  })
})

const bad = join(import.meta.dirname, '../../../../shared/data/badinput')
it.runIf(existsSync(bad))('any text is an amount and a time, or none in words, and nothing is thrown', () => {
  const date = dateReader({ formats: ['YYYY-MM-DD', 'DD/MM/YYYY HH:mm:ss', 'unix', 'excel'], timeZone: 'UTC' })
  const forms = [{ decimal: '.' }, { decimal: ',' }, { decimal: '.', indianGroups: true }, { unit: 'minor' }] as const
  for (const folder of ['csv_odd', 'blns']) {
    for (const file of readdirSync(join(bad, folder), { withFileTypes: true }).filter((entry) => entry.isFile())) {
      const lines = readFileSync(join(bad, folder, file.name), 'utf8').split('\n')
      for (const cell of lines.flatMap((line) => [line, ...line.split(',')])) {
        for (const form of forms) expect(typeof readAmount(cell, form, 'EUR')).toMatch(/bigint|string/)
        for (const one of [cell, { number: cell }, { number: cell, date: 1900 as const }]) {
          const read = date(one)
          if (typeof read !== 'string') expect(read.day).toMatch(/^\d{4}-\d\d-\d\d$/)
        }
      }
      expect(() => [marksOf(lines.slice(0, 200)), formatsOf(lines.slice(0, 200))]).not.toThrow()
    }
  }
})
