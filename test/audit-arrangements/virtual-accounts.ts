import type { Payouts } from '#server/providers/payouts.ts'
import type { Provider } from '#server/providers/provider.ts'
import { sql, type Arrangements, type Scene } from './scene.ts'

/** A bank that opens an account and takes money, and deposits that two people decide about. */
export const ofVirtualAccounts: Arrangements = {
  createVirtualAccount(scene) {
    withBank(scene)
    scene.asked.body = { channel_key: 'SIMULATOR', account_name: 'Main', currency: 'SGD' }
  },
  updateVirtualAccount({ asked }) {
    asked.body = { currency: 'SGD', low_amount: 5 }
  },
  depositTestMoney(scene) {
    withBank(scene)
    scene.asked.body = { currency: 'SGD', amount: 5 }
  },
  async enterDeposit(scene) {
    await sql(scene, 'update virtual_accounts set mirrors = true where merchant_id = $1')
    scene.asked.body = { ...scene.asked.body, amount: 5, currency: 'SGD', came_at: '2026-11-20 10:00:00' }
  },
  async askDeposit(scene) {
    await sql(scene, `update deposits set state = 'Suspense' where merchant_id = $1`)
    scene.asked.body = { act: 'credit', reason: 'known', evidence: 'L-1' }
  },
  async decideDeposit(scene) {
    await sql(
      scene,
      `update deposits set state = 'Suspense', asked = 'credit', asked_by = '01890a5d-ac96-774b-bcce-b302099a8057', asked_at = now() where merchant_id = $1`,
    )
    scene.asked.body = { asked: 'credit', decision: 'confirm' }
  },
}

function withBank({ testApp }: Scene): void {
  const payouts: Pick<Payouts, 'openAccount' | 'deposit'> = {
    openAccount: async () => ({
      kind: 'opened',
      accountNo: '880000000001',
      bankCode: '',
      bankName: 'Bank',
      providerRef: '',
    }),
    deposit: async () => undefined,
  }
  testApp.serveParts.services.provider = () => ({ payouts }) as unknown as Provider
}
