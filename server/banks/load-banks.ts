import type { Database } from '#server/kit/db/db.ts'
import { csvTable } from '#server/kit/files/csv-table.ts'
import type { Bank } from '#contract/banks.ts'

/** The banks of each country of a CSV with `country`, `code`, `name` and `bic`, which may be empty. Throws where one is not right. */
export function readBanks(text: string): Map<string, Bank[]> {
  const byCountry = new Map<string, Bank[]>()
  for (const { line, cells } of csvTable(text, ['country', 'code', 'name', 'bic'])) {
    const { country = '', code = '', name = '', bic = '' } = cells
    const banks = byCountry.get(country) ?? []
    if (!/^[A-Z]{2}$/.test(country)) throw new Error(`Line ${line}: ${country} is not a country's two letters.`)
    if (!/^[A-Z0-9]{1,11}$/.test(code)) throw new Error(`Line ${line}: ${code} is not a bank's code.`)
    if (name === '' || name.length > 140) throw new Error(`Line ${line}: a bank's name has 1 to 140 characters.`)
    if (bic !== '' && !/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic))
      throw new Error(`Line ${line}: ${bic} is not a BIC.`)
    if (bic !== '' && bic.slice(4, 6) !== country) throw new Error(`Line ${line}: ${bic} is not a BIC of ${country}.`)
    if (banks.some((bank) => bank.code === code)) throw new Error(`Line ${line}: ${country} has ${code} twice.`)
    byCountry.set(country, [...banks, { code, name, bic }])
  }
  if (byCountry.size === 0) throw new Error('The file has no banks.')
  return byCountry
}

/** Loads the banks of a CSV, each country's in the place of its former ones. All or none; throws where the file is not right. */
export async function loadBanks(database: Database, text: string, now: Date): Promise<Map<string, Bank[]>> {
  const byCountry = readBanks(text)
  await database.transaction(null, (tx) =>
    tx.query(
      `insert into bank_lists (country, banks, loaded_at) select country, banks, $2
       from jsonb_to_recordset($1) as b (country text, banks jsonb)
       on conflict (country) do update set banks = excluded.banks, loaded_at = excluded.loaded_at`,
      [JSON.stringify([...byCountry].map(([country, banks]) => ({ country, banks }))), now],
    ),
  )
  return byCountry
}
