import type { Transaction } from './db.ts'

/**
 * Lets the transaction that runs take so many seconds from now on. PostgreSQL, which limits transactions from version 17 on, keeps a
 * clock that runs when its time is changed: it has to be stopped before.
 */
export const allowLonger = async (tx: Transaction, seconds: number): Promise<void> =>
  void (await tx.query(longer, [`${seconds}s`]))
const longer = `select set_config(name, '0', true), set_config(name, $1, true) from pg_settings where name = 'transaction_timeout'`
