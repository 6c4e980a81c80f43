import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { Beneficiary, BeneficiaryAccount } from '#contract/beneficiary-shapes.ts'
import { Fault } from '#contract/faults.ts'
import { readTimeline } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import {
  findBeneficiary,
  listAccounts,
  listSame,
  numberOf,
  type AccountRow,
  type BeneficiaryRow,
} from './account-rows.ts'

/** A beneficiary as its page shows it. Throws `notFound`. */
export async function shownBeneficiary(ctx: Ctx, beneficiaryUuid: string): Promise<z.output<typeof Beneficiary>> {
  const row = await findBeneficiary(ctx, beneficiaryUuid)
  if (!row) throw new Fault('notFound')
  const accounts = await listAccounts(ctx, [beneficiaryUuid])
  const paid = await paidTo(ctx, [beneficiaryUuid])
  return {
    ...shownPerson(row),
    accounts: await Promise.all(accounts.map((account) => shownAccount(ctx, account))),
    screened_at: row.screened_at,
    screening_matches: row.screening_matches,
    screening_decided_by: row.screening_decided_by,
    screening_reason: row.screening_reason,
    ...(paid.get(beneficiaryUuid) ?? nothingPaid),
    payouts: await latestPayouts(ctx, beneficiaryUuid),
    history: await readTimeline(ctx, 'beneficiary', beneficiaryUuid),
  }
}

export const shownPerson = (row: Omit<BeneficiaryRow, 'merchant_id' | 'environment'>) => ({
  beneficiary_uuid: row.beneficiary_uuid,
  name: row.name,
  email: row.email,
  phone: row.phone,
  address: row.address,
  country: row.country,
  language: row.language,
  fee_payer: row.fee_payer,
  is_one_off: row.one_off,
  is_active: row.active,
  screening: row.screening,
  created_by: row.created_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

async function shownAccount(ctx: Ctx, account: AccountRow): Promise<z.output<typeof BeneficiaryAccount>> {
  const isCard = account.account_type === 'CARD'
  const same = await listSame(ctx, account.account_digest, account.account_uuid)
  return {
    ...facts(account),
    account_no: isCard ? maskedOf(account) : await numberOf(ctx, account),
    waits_until: waitOf(account, ctx.now),
    fields: account.fields,
    same_account: same.map(({ beneficiary_uuid, name, account_name }) => ({ beneficiary_uuid, name, account_name })),
  }
}

/** The facts of an account that lists have too, without its number. */
const facts = (row: AccountRow) => ({
  account_uuid: row.account_uuid,
  beneficiary_uuid: row.beneficiary_uuid,
  version: row.version,
  account_type: row.account_type,
  country: row.country,
  account_name: row.account_name,
  bank_code: row.bank_code,
  bank_name: row.bank_name,
  is_default: row.is_default,
  is_active: row.active,
  warnings: row.warnings,
  name_check: row.name_check,
  name_at_bank: row.name_at_bank,
  name_reason: row.name_reason,
  name_checked_at: row.name_checked_at,
  changed_by: row.changed_by,
  changed_at: row.changed_at,
  created_at: row.created_at,
})

/** The last four characters of a number, as lists, mails and webhooks show it. */
export const maskedOf = ({ last_four }: { last_four: string }): string => (last_four ? `•••• ${last_four}` : '')

/** Until when an account waits at this moment; null where it does not. */
export const waitOf = ({ waits_until }: { waits_until: Date | null }, now: Date): Date | null =>
  waits_until && waits_until > now ? waits_until : null

const nothingPaid = { paid: [], last_paid_at: null }
/** What has arrived at beneficiaries, by currency. Index: payouts_of_beneficiary. */
export async function paidTo(ctx: Ctx, beneficiaryUuids: readonly string[]) {
  const found = new Map<string, Pick<z.output<typeof Beneficiary>, 'paid' | 'last_paid_at'>>()
  if (beneficiaryUuids.length === 0) return found
  const rows = await ctx.db
    .selectFrom('payouts')
    .select(({ fn }) => [
      'beneficiary_uuid',
      'currency',
      fn.sum<string>('amount_minor').as('amount'),
      fn.countAll<string>().as('payouts'),
      fn.max('ended_at').as('last'),
    ])
    .where(sql<SqlBool>`merchant_id = any (${ctx.merchants ?? [ctx.owner.merchantId]})`)
    .where('environment', '=', ctx.owner.environment)
    .where('beneficiary_uuid', 'in', beneficiaryUuids)
    .where('status', '=', 'Success')
    .groupBy(['beneficiary_uuid', 'currency'])
    .orderBy('currency')
    .execute()
  for (const { beneficiary_uuid, currency, amount, payouts, last } of rows) {
    const before = found.get(beneficiary_uuid) ?? nothingPaid
    found.set(beneficiary_uuid, {
      paid: [...before.paid, { currency: currency as 'SGD', amount: BigInt(amount), payouts: Number(payouts) }],
      last_paid_at: before.last_paid_at && last && before.last_paid_at > last ? before.last_paid_at : last,
    })
  }
  return found
}

/** Index: payouts_of_beneficiary. */
const latestPayouts = (ctx: Ctx, beneficiaryUuid: string) =>
  ctx.own
    .select('payouts')
    .select(['txn_ref', 'merchant_txn_ref', 'amount_minor as amount', 'currency', 'status', 'created_at'])
    .where('beneficiary_uuid', '=', beneficiaryUuid)
    .orderBy('created_at', 'desc')
    .orderBy('txn_ref', 'desc')
    .limit(20)
    .execute()
