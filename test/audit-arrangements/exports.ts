import { sql, type Arrangements, type Scene } from './scene.ts'

/** Exports in the background, which name what they are of. */
export const ofExports: Arrangements = {
  createExport: ofLinks,
  createExportSchedule: ofLinks,
  cancelExport: (scene) =>
    sql(
      scene,
      `update export_files set status = 'queued', digest = '', finished_at = null, expires_at = null where merchant_id = $1`,
    ),
}

function ofLinks({ session, asked }: Scene): void {
  asked.body = { ...asked.body, of: 'exportPaymentLinks', path: { key: session.merchant.key }, request: {} }
}
