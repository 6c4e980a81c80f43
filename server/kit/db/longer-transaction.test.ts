import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/postgres.ts'
import { openDatabase, type Database, type Transaction } from './db.ts'
import { allowLonger } from './longer-transaction.ts'

let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await testDatabase()
  database = openDatabase(place.url, { most: 1 })
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

const sleep = 'select pg_sleep(0.5)'
/** Has the clock of the transaction run out soon. */
const hurry = async (tx: Transaction) => {
  await tx.query(`select set_config('transaction_timeout', '0', true)`, [])
  await tx.query(`select set_config('transaction_timeout', '200ms', true)`, [])
}

it('a transaction that is allowed longer outlives the time that it began with', async () => {
  const outlived = database.transaction(null, async (tx) => {
    await hurry(tx)
    await allowLonger(tx, 30)
    await tx.query(sleep, [])
    return tx.query(`select current_setting('transaction_timeout') as time`, [])
  })
  expect(await outlived).toEqual([{ time: '30s' }])
})

it('the next transaction of its connection has the usual time, and ends with it', async () => {
  const usual = database.transaction(null, (tx) =>
    tx.query(`select current_setting('transaction_timeout') as time`, []),
  )
  expect(await usual).toEqual([{ time: '10s' }])
  const late = database.transaction(null, async (tx) => {
    await hurry(tx)
    await tx.query(sleep, [])
  })
  await expect(late).rejects.toThrow('transaction timeout')
})
