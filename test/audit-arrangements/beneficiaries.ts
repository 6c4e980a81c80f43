import { knowHolders } from '../payout-objects.ts'
import { sql, type Arrangements, type Scene } from './scene.ts'

const account = {
  account_type: 'BANK',
  country: 'SG',
  account_name: 'Mei Tan',
  account_no: '0012345678',
  bank_code: '7171',
  fields: { branch: '001' },
}
const match = { list: 'l', version: 1, entry_id: '1', name: 'n', score: 1, schema: '', birth_date: '', countries: [] }

function someone({ asked }: Scene): void {
  asked.body = { name: 'Mei Tan', country: 'SG', accounts: [{ ...account, name_reason: 'On their invoice' }] }
}

/** Accounts that hold to the rules of their country, and what can be decided of a beneficiary. */
export const ofBeneficiaries: Arrangements = {
  createBeneficiary: someone,
  createBeneficiaryByServer: someone,
  updateBeneficiaryAccount({ asked }) {
    asked.body = { account, name_reason: 'On their invoice' }
  },
  checkAccountHolder: ({ testApp }) => knowHolders(testApp.serveParts),
  verifyAccountByServer: ({ testApp }) => knowHolders(testApp.serveParts),
  liftWaitingTime: (scene) =>
    sql(scene, `update beneficiary_accounts set waits_until = now() + interval '1 day' where merchant_id = $1`),
  decideScreening: (scene) =>
    sql(
      scene,
      `update beneficiaries set screening = 'POSSIBLE_MATCH', screening_matches = '[${JSON.stringify(match)}]' where merchant_id = $1`,
    ),
}
