import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A payout as the simulated bank's own file tells it. */
export interface BankPayout {
  /** What the gateway called it. */
  key: string
  accountNo: string
  amountMinor: bigint
  currency: string
  holder: string
  number: string
  /** As of the last line about it that is more than a word. */
  status: string
  returnedMinor: bigint
  /** How many lines say that it was asked for: one, unless the bank itself did it twice. */
  begun: number
}
export interface BankWitness {
  payouts: BankPayout[]
  /** What it holds on each virtual account. */
  balances: Map<string, bigint>
}

/** Reads the simulator's file line by line, with no code of the simulator's. A torn last line was never answered. */
export async function readBank(simulatorDir: string): Promise<BankWitness> {
  const text = await readFile(join(simulatorDir, 'events.ndjson'), 'utf8')
  const payouts = new Map<string, BankPayout>()
  const balances = new Map<string, bigint>()
  const move = (accountNo: string, minor: bigint) => balances.set(accountNo, (balances.get(accountNo) ?? 0n) + minor)
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    if (!line.includes('"type":"bank_')) continue
    const record = JSON.parse(line) as Record<string, string> & { to?: { holder: string; number: string } }
    const { type, key = '', status = '', account_no: accountNo = '', amount_minor: amount = '0' } = record
    if (type === 'bank_account') move(accountNo, 0n)
    if (type === 'bank_deposit') move(accountNo, BigInt(amount))
    const known = payouts.get(key)
    if (type === 'bank_payout' && known) known.begun += 1
    if (type === 'bank_payout' && status === 'pending') move(accountNo, -BigInt(amount))
    if (type === 'bank_payout' && !known) {
      const { currency = '', to = { holder: '', number: '' } } = record
      const about = { key, accountNo, amountMinor: BigInt(amount), currency, status, returnedMinor: 0n, begun: 1 }
      payouts.set(key, { ...about, holder: to.holder, number: to.number })
    }
    if (type !== 'bank_change' || !known || record['word']) continue
    if (status === 'failed') move(known.accountNo, known.amountMinor)
    const returned = BigInt(record['returned_minor'] ?? known.returnedMinor)
    move(known.accountNo, returned - known.returnedMinor)
    Object.assign(known, { status, returnedMinor: returned })
  }
  return { payouts: [...payouts.values()], balances }
}
