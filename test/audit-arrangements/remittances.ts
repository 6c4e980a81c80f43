import type { Arrangements } from './scene.ts'

/** An account that holds to the rules of its country. */
export const ofRemittances: Arrangements = {
  createRemittanceAccount({ asked }) {
    asked.body = { ...asked.body, bank_id: '081', account_number: '110123456780' }
  },
}
