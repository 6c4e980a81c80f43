import { Client, types } from 'pg'
import { openDatabase } from '#server/kit/db/db.ts'
import { verifyAllLedgers } from '#server/ledger/verify.ts'
import type { Deployment } from './deployment.ts'
import { readBank, type BankWitness } from './payout-witness.ts'

/** One payout that somebody wished for, however often it was asked for. */
export interface Wish {
  /** The merchant's own reference, by which its effects are counted. */
  mark: string
  amountMinor: bigint
  /** Null until an answer was read that says for certain what became of it; our reference where it was made. */
  answer: { status: number; ref: string } | null
}
export interface PayoutEvidence {
  wishes: readonly Wish[]
  rows: PayoutRow[]
  booked: { txn_ref: string; reserved: bigint; released: bigint; ended: bigint; aside: bigint }[]
  /** What the ledger says that the bank holds on each account. */
  held: { account_no: string; minor: bigint }[]
  bank: BankWitness
}
interface PayoutRow {
  txn_ref: string
  merchant_txn_ref: string
  status: string
  amount_minor: bigint
  sent_minor: bigint
  currency: string
  virtual_account_no: string
  last_four: string
  returned_minor: bigint
}
export interface PayoutFinding {
  rule: PayoutRule
  detail: string
}
export type PayoutRule = keyof typeof rules | 'the ledger finds nothing in itself'

/** Holds wishes, rows, ledger and the bank's file against each other. None is tolerated. */
export async function payoutFindings(deployment: Deployment, wishes: readonly Wish[]): Promise<PayoutFinding[]> {
  const evidence = await evidenceOf(deployment, wishes)
  const database = openDatabase(deployment.ownerUrl, { most: 2, statementMs: 60_000 })
  try {
    const own = (await verifyAllLedgers(database)).map(({ invariant, detail }) => ({
      rule: 'the ledger finds nothing in itself' as const,
      detail: `${invariant}: ${detail}`,
    }))
    return [
      ...Object.entries(rules).flatMap(([rule, find]) =>
        find(evidence).map((detail) => ({ rule: rule as PayoutRule, detail })),
      ),
      ...own,
    ]
  } finally {
    await database.close()
  }
}

type Find = (evidence: PayoutEvidence) => string[]
const rules = {
  'each wish is answered; one that was acknowledged is there once, for its amount, and a refused one not': (of) => {
    const made = Map.groupBy(of.rows, ({ merchant_txn_ref }) => merchant_txn_ref)
    return of.wishes.flatMap(({ mark, amountMinor, answer }) => {
      const rows = made.get(mark) ?? []
      if (answer === null) return [`${mark}: no answer`]
      if (answer.status !== 200) return rows.length === 0 ? [] : [`${mark}: refused, and made ${rows.length}`]
      const [row] = rows
      const right = rows.length === 1 && row?.txn_ref === answer.ref && row.amount_minor === amountMinor
      return right ? [] : [`${mark}: ${answer.ref} is there ${rows.length} times, about ${row?.amount_minor}`]
    })
  },

  'what was let go is at the bank once, for its amount and its account': ({ rows, bank }) => {
    const there = new Map(bank.payouts.map((payout) => [payout.key, payout]))
    return rows.filter(wasSent).flatMap((row) => {
      const payout = there.get(row.txn_ref)
      const same =
        payout?.begun === 1 &&
        payout.amountMinor === row.sent_minor &&
        payout.currency === row.currency &&
        payout.accountNo === row.virtual_account_no &&
        payout.number.endsWith(row.last_four)
      return same ? [] : [`${row.txn_ref} is ${row.status}, and at the bank ${payout ? textOf(payout) : 'unknown'}`]
    })
  },

  'the bank pays nothing that was not let go': ({ rows, bank }) => {
    const sent = new Set(rows.filter(wasSent).map(({ txn_ref }) => txn_ref))
    return bank.payouts.filter(({ key }) => !sent.has(key)).map((payout) => `${payout.key}: ${textOf(payout)}`)
  },

  'a payout ends here as it ends at the bank': ({ rows, bank }) => {
    const ends: Record<string, string> = {
      paid: 'Success',
      failed: 'Failed',
      returned: 'Returned',
      pending: 'Processing',
    }
    const there = new Map(bank.payouts.map((payout) => [payout.key, payout]))
    return rows.filter(wasSent).flatMap(({ txn_ref, status, returned_minor }) => {
      const payout = there.get(txn_ref)
      if (!payout || (ends[payout.status] === status && payout.returnedMinor === returned_minor)) return []
      return [`${txn_ref} is ${status} here and ${payout.status} there, ${payout.returnedMinor} came back`]
    })
  },

  'the bank holds what the ledger says, on each account': ({ held, bank }) => {
    const booked = new Map(held.map(({ account_no, minor }) => [account_no, minor]))
    return [...new Set([...booked.keys(), ...bank.balances.keys()])].flatMap((accountNo) => {
      const [theirs, ours] = [bank.balances.get(accountNo) ?? 0n, booked.get(accountNo) ?? 0n]
      return theirs === ours ? [] : [`${accountNo}: ${theirs} there, ${ours} here`]
    })
  },

  'money is set aside once for what was let go, and not for what was cancelled': ({ rows, booked }) => {
    const bookings = new Map(booked.map((one) => [one.txn_ref, one]))
    return rows.flatMap(({ txn_ref, status }) => {
      const { reserved = 0n, released = 0n, ended = 0n, aside = 0n } = bookings.get(txn_ref) ?? {}
      const net = reserved - released
      const right = status === 'Cancelled' ? net <= 1n && net === ended : wasSent({ status }) ? net === 1n : net <= 1n
      const isOpen = status === 'Approved' || status === 'Processing' || status === 'Scheduled'
      return right && (isOpen || aside === 0n)
        ? []
        : [`${txn_ref} is ${status}, set aside ${reserved} times, released ${released}, ended ${ended}, ${aside} aside`]
    })
  },

  'every payout comes to an end': ({ rows }) =>
    rows
      .filter(({ status }) => !['Success', 'Failed', 'Returned', 'Cancelled'].includes(status))
      .map(({ txn_ref, status }) => `${txn_ref} is still ${status}`),
} satisfies Record<string, Find>

const wasSent = ({ status }: { status: string }) => ['Processing', 'Success', 'Failed', 'Returned'].includes(status)
const textOf = ({ status, amountMinor, number, begun }: BankWitness['payouts'][number]) =>
  `${amountMinor} to …${number.slice(-4)}, ${status}, ${begun} times`

/** Reads it all in one snapshot, as the owner of the schema. */
async function evidenceOf({ ownerUrl, simulator }: Deployment, wishes: readonly Wish[]): Promise<PayoutEvidence> {
  const client = new Client({ connectionString: ownerUrl, types: { getTypeParser: bigints } })
  await client.connect()
  const rows = async <R extends object>(text: string) => (await client.query<R>(text)).rows
  try {
    await client.query('begin isolation level repeatable read read only')
    return {
      wishes,
      bank: await readBank(simulator.dir),
      rows: await rows(`
        select txn_ref, merchant_txn_ref, status, amount_minor, currency, virtual_account_no, last_four, returned_minor,
          amount_minor - case when fee_payer = 'RECEIVER' then fee_minor + fee_tax_minor else 0 end as sent_minor
        from payouts`),
      booked: await rows(`
        select t.object_ref as txn_ref,
          count(distinct t.transfer_id) filter (where t.kind = 'payout.reserved') as reserved,
          count(distinct t.transfer_id) filter (where t.kind = 'payout.released') as released,
          count(distinct t.transfer_id) filter (where t.kind in ('payout.paid', 'payout.voided')) as ended,
          coalesce(-sum(e.amount_minor) filter (where e.account like 'payout_clearing:%'), 0)::bigint as aside
        from ledger_transfers t join ledger_entries e using (merchant_id, environment, transfer_id)
        where t.object_type = 'payout' group by 1`),
      held: await rows(`
        select substr(account, 9) as account_no, sum(amount_minor)::bigint as minor from ledger_entries
        where account like 'va_bank:%' group by 1`),
    }
  } finally {
    await client.end()
  }
}

function bigints(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === types.builtins.INT8 ? BigInt : types.getTypeParser(oid, format as 'text')
}
