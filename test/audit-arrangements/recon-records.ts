import type { Arrangements, Scene } from './scene.ts'

/** Reconciled records: of the seeded pair. */
export const ofReconRecords: Arrangements = {
  exportDashboardRecords: seeded,
  exportDashboardRecordsByServer: seeded,
  async emailDashboardRecords(scene) {
    const { testApp, session } = scene
    const [user] = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ email: string }>('select email from sub_users where merchant_id = $1 and sub_user_id = $2', [
        session.merchant.merchantId,
        session.subUserId,
      ]),
    )
    seeded(scene)
    scene.asked.body = { ...scene.asked.body, emails: [user?.email] }
  },
  exportReconTransactions: ofAny,
  exportReconSettlements: ofAny,
  downloadReconSummary: ofAny,
  downloadReconSummaryByProvider: ofAny,
}

function seeded({ asked }: Scene): void {
  asked.body = { msm_id: 2, data_source: 'SIMULATOR_TXN' }
}
function ofAny({ asked }: Scene): void {
  asked.body = {}
}
