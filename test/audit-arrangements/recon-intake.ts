import { sourceNameOf } from '#server/recon-sources/source-names.ts'
import { sql, type Arrangements } from './scene.ts'

/** The seeded channel has a server of which nobody has pinned the key. */
export const ofReconIntake: Arrangements = {
  updateFeeConfigMetadata(scene) {
    scene.asked.body = {
      environment: 'sandbox',
      update_action: 'UPDATE_MERCHANT_PSP_EMAIL',
      config_data: { merchant_psp_email: 'reports@provider.example' },
    }
  },
  async pullReconFiles(scene) {
    await sql(
      scene,
      `update recon_intakes set sftp_state = 'new', host_key = 'SHA256:x', host_key_at = now() where merchant_id = $1`,
    )
  },
  saveReconSchedule(scene) {
    scene.asked.body = {
      environment: 'sandbox',
      source: sourceNameOf(`SIMULATOR-${scene.session.merchant.slug}`, 'SETTLEMENT', new Set()),
      rhythm: 'interval',
      every_minutes: 60,
      time_zone: 'Asia/Singapore',
    }
  },
}
