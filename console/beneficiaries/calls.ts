import { listBeneficiaries, listBeneficiaryAccounts, readBeneficiary } from '#contract/beneficiaries.ts'

/** What a change of a beneficiary makes stale. */
export const ofBeneficiaries = [listBeneficiaries, listBeneficiaryAccounts, readBeneficiary]
