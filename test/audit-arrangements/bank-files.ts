import { sealedNumber } from '#server/payouts/account-number.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { sql, type Arrangements, type Scene } from './scene.ts'

/** The seeded file waits for the bank. */
const withTheBank = (scene: Scene) => sql(scene, `update payouts set status = 'Processing' where merchant_id = $1`)

/** Files for the bank: a payout that waits for one, one that the bank has, and one whose withdrawal somebody has asked for. */
export const ofBankFiles: Arrangements = {
  async makeBankFile(scene) {
    const { merchantId } = scene.session.merchant
    await sql(scene, `delete from bank_file_payouts where merchant_id = $1`)
    await sql(
      scene,
      `update payouts set status = 'Approved', channel_key = 'BANK_FILE', rail = 'BANK_FILE' where merchant_id = $1`,
    )
    await sql(
      scene,
      `update beneficiary_accounts set name_check = 'MATCH', name_checked_at = now() where merchant_id = $1`,
    )
    await ownTransaction(
      scene.testApp.serveParts,
      { merchantId, environment: 'sandbox' },
      { requestId: 'test' },
      async (ctx) => {
        const { txn_ref: ref } = await ctx.own.select('payouts').select('txn_ref').executeTakeFirstOrThrow()
        const account_no_sealed = await sealedNumber(ctx, ref, '12344321')
        await ctx.own.update('payouts').set({ account_no_sealed }).where('txn_ref', '=', ref).execute()
      },
    )
    scene.asked.body = { environment: 'sandbox', channel_key: 'BANK_FILE' }
  },
  askWithdrawal: withTheBank,
  async decideWithdrawal(scene) {
    await withTheBank(scene)
    await sql(
      scene,
      `update bank_files set asked_by = '01890a5d-ac96-774b-bcce-b302099a8057', asked_at = now() where merchant_id = $1`,
    )
    scene.asked.body = { environment: 'sandbox', decision: 'refuse' }
  },
}
