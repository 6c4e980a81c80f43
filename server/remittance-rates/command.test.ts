import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type Database } from '#server/kit/db/db.ts'
import { testDatabase, type TestDatabase } from '#test/postgres.ts'
import { ratesCommand, ratesUsage } from './command.ts'

/** All figures are made up. */
let test: TestDatabase
let database: Database
let folder: string
beforeAll(async () => {
  test = await testDatabase()
  database = openDatabase(test.ownerUrl, { most: 1 })
  folder = await mkdtemp(join(tmpdir(), 'rates-'))
})
afterAll(async () => {
  await database.close()
  await test.drop()
  await rm(folder, { recursive: true })
})

const now = new Date('2026-11-27T16:00:00Z')
const run = (...words: string[]) => ratesCommand({ database, now }, words)
async function fileOf(name: string, ...lines: string[]): Promise<string> {
  await writeFile(join(folder, name), lines.join('\n'))
  return join(folder, name)
}

it('loads a file, says what it did, and shows what is known and how old it is', async () => {
  expect(await run('show')).toEqual(['No rate is known of 2026-11-27 or before.'])
  const hist = await fileOf('hist.csv', 'Date,USD,JPY,XXA,XXB,', '2026-11-26,1.25,N/A,1,2,', '2026-11-20,1.3,180.50,1,2,')
  expect(await run('load', hist)).toEqual([
    'hist.csv: 2 days, 2026-11-20–2026-11-26',
    'Currencies: JPY, USD',
    'Left out, as they are not known here (2): XXA, XXB',
    'Rates: 3 new, 0 replaced, 0 as they were',
  ])
  const daily = await fileOf('daily.csv', 'Date, USD, ', '26 November 2026, 1.5, ')
  await expect(run('load', daily)).rejects.toThrow('2026-11-26 is there with another rate of USD, 1.25 and not 1.5. ')
  expect(await run('load', daily, '--replace')).toEqual([
    'daily.csv: 2026-11-26',
    'Currencies: USD',
    'Rates: 0 new, 1 replaced, 0 as they were',
  ])
  const shown = await run('show')
  expect(shown.slice(0, 2)).toEqual([
    '1 EUR = 180.5 JPY  2026-11-20  5 working days before 2026-11-27, too old for a quote  hist.csv',
    '1 EUR = 1.5 USD  2026-11-26  1 working day before 2026-11-27  daily.csv',
  ])
  expect(shown[2]).toMatch(/^Not known: AED, AUD, .+, ZAR$/)
  expect(shown[2]).not.toMatch(/EUR|USD|JPY/)
  expect((await run('show', '2026-11-25'))[1]).toBe(
    '1 EUR = 1.3 USD  2026-11-20  3 working days before 2026-11-25  hist.csv',
  )
}) // prettier-ignore

it.each([[[]], [['load']], [['load', 'a', 'b']], [['show', 'today']], [['show', '--replace']], [['other', 'a']]])(
  'tells how it is used when it is called by %j',
  async (words) => {
    await expect(run(...words)).rejects.toThrow(ratesUsage)
  },
)
