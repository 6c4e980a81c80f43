import { sql, type Arrangements } from './scene.ts'

/** An account that holds to the rules of its country, and settlements as they are when they are acted on. */
export const ofRemittances: Arrangements = {
  createRemittanceAccount({ asked }) {
    asked.body = { ...asked.body, bank_id: '081', account_number: '110123456780' }
  },
  acceptRemittanceRate(scene) {
    scene.asked.body = { rate: '1391.25' }
    return sql(
      scene,
      `update remittances set status = 'On Hold', holds = '{rate_moved}', reference_forex_rate = 1391.25 where merchant_id = $1`,
    )
  },
  retryRemittance: (scene) => sql(scene, `update remittances set status = 'Failed' where merchant_id = $1`),
  hurryRemittances({ asked }) {
    asked.body = { environment: 'sandbox', act: 'release' }
  },
}
