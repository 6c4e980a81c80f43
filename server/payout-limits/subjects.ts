import { Fault, fieldFault } from '#contract/faults.ts'
import { limitKinds, type AskedLimit, type LimitOf } from '#contract/payout-limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { peopleOf } from '#server/payout-rules/people.ts'
import type { Limit } from './limit-rows.ts'

/** The field of a request that names the subject of such a limit. */
const fieldOf = {
  ACCOUNT: 'virtual_acc_no',
  MAKER: 'sub_user_id',
  APPROVER: 'sub_user_id',
  BENEFICIARY: 'beneficiary_uuid',
} as const satisfies Record<LimitOf, keyof AskedLimit>

/** The names of the subjects of limits: of accounts, people and beneficiaries that are there. */
export async function namesOf(ctx: Ctx, limits: readonly Pick<Limit, 'limit_of' | 'subject'>[]) {
  const subjects = (...kinds: LimitOf[]) => [
    ...new Set(
      limits.flatMap(({ limit_of, subject }) => (kinds.includes(limit_of) && subject !== '' ? [subject] : [])),
    ),
  ]
  const [accounts, beneficiaries, people] = await Promise.all([
    accountsBy(ctx, subjects('ACCOUNT')),
    beneficiariesBy(ctx, subjects('BENEFICIARY')),
    subjects('MAKER', 'APPROVER').length > 0 ? peopleOf(ctx) : new Map<string, { name: string }>(),
  ])
  const nameOf = (of: LimitOf, subject: string): string | undefined => {
    if (of === 'ACCOUNT') return accounts.find(({ account_no }) => account_no === subject)?.account_name
    if (of === 'BENEFICIARY') return beneficiaries.find(({ beneficiary_uuid }) => beneficiary_uuid === subject)?.name
    return people.get(subject)?.name
  }
  return { nameOf, accounts }
}

const accountsBy = async (ctx: Ctx, numbers: readonly string[]) =>
  numbers.length === 0
    ? []
    : ctx.own
        .select('virtual_accounts')
        .select(['account_no', 'account_name', 'currency'])
        .where('account_no', 'in', numbers)
        .execute()
const beneficiariesBy = async (ctx: Ctx, named: readonly string[]) => {
  const ids = named.filter(isUuid)
  return ids.length === 0
    ? []
    : ctx.own
        .select('beneficiaries')
        .select(['beneficiary_uuid', 'name'])
        .where('beneficiary_uuid', 'in', ids)
        .execute()
}

/**
 * Asked limits as they are kept. Refuses two of the same, one without an amount, one whose amounts do not rise, a subject of another
 * kind, and an account in another currency. Throws `notFound` for a subject that the merchant does not have.
 */
export async function checkedLimits(ctx: Ctx, asked: readonly AskedLimit[]): Promise<Limit[]> {
  const named = asked.flatMap((one) =>
    limitKinds.map((limit_of) => ({ limit_of, subject: one[fieldOf[limit_of]] ?? '' })),
  )
  const { nameOf, accounts } = await namesOf(ctx, named)
  if (named.some(({ limit_of, subject }) => subject !== '' && nameOf(limit_of, subject) === undefined))
    throw new Fault('notFound')
  const limits = asked.map((one, at): Limit => {
    const path = `limits.${at}`
    const field = fieldOf[one.of]
    for (const other of Object.values(fieldOf))
      if (other !== field && one[other] !== undefined)
        throw fieldFault('invalidRequest', `${path}.${other}`, 'unknown_field')
    const { payout = null, day = null, month = null } = one
    if (payout === null && day === null && month === null)
      throw fieldFault('invalidRequest', `${path}.payout`, 'required')
    const rising = [payout, day, month].filter((amount) => amount !== null)
    if (rising.some((amount, n) => n > 0 && amount < (rising[n - 1] ?? 0n)))
      throw fieldFault('invalidRequest', `${path}.${month === null ? 'day' : 'month'}`, 'too_small')
    return {
      limit_of: one.of,
      subject: one[field] ?? '',
      currency: one.currency,
      payout_minor: payout,
      day_minor: day,
      month_minor: month,
    }
  })
  for (const [at, { limit_of, subject, currency }] of limits.entries()) {
    const same = limits.findIndex(
      (one) => one.limit_of === limit_of && one.subject === subject && one.currency === currency,
    )
    if (same !== at) throw fieldFault('invalidRequest', `limits.${at}.of`, 'duplicate')
    const account = limit_of === 'ACCOUNT' && accounts.find(({ account_no }) => account_no === subject)
    if (account && account.currency !== currency)
      throw fieldFault('invalidRequest', `limits.${at}.currency`, 'other_currency')
  }
  return limits
}
