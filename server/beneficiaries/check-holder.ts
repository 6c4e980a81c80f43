import { checkAccount } from '#contract/account-checks.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { NameChecked } from '#server/providers/payouts.ts'
import { digestOf, listSame } from './account-rows.ts'
import type { Given } from './name-verdict.ts'

/**
 * Whose an account is by the bank's word, and who else has it. Throws `nameCheckImpossible` where no channel can tell, `providerSilent`
 * where the bank gave no answer.
 */
export async function checkHolder(ctx: Ctx, given: Given, answer: NameChecked | null) {
  if (!answer) throw new Fault('nameCheckImpossible')
  if (answer.kind === 'silent') throw new Fault('providerSilent', { why: answer.why })
  const same = await listSame(ctx, await digestOf(ctx, checkAccount(given).checked))
  return {
    name_check: answer.check,
    name_at_bank: answer.nameAtBank,
    same_account: same.map(({ beneficiary_uuid, name, account_name }) => ({ beneficiary_uuid, name, account_name })),
  }
}
