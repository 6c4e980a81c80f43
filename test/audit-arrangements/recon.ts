import { defaultRules } from '#contract/recon-rule-shapes.ts'
import { seededRecord } from '#test/recon-objects.ts'
import { form, formType } from '#test/picture.ts'
import { sql, type Arrangements, type Scene } from './scene.ts'

/** Reconciliation. */
export const ofRecon: Arrangements = {
  saveFileMapping({ asked }) {
    asked.body = { ...asked.body, ...seededRecord, file_prefix: 'another_*' }
  },
  createRecon: wholeRequest,
  createReconByServer: wholeRequest,
  cancelReconRun: (scene) => sql(scene, `update recon_runs set status = 'running' where merchant_id = $1`),
  async reopenSettlement(scene) {
    await sql(scene, `update settlements set state = 'closed' where merchant_id = $1`)
    await sql(scene, `update sub_users set is_active = false where merchant_id = $1 and sub_user_id <> $2`)
  },
  dryRunReconRules({ asked }) {
    asked.body = { ...asked.body, rules: defaultRules.settlement }
  },
  loadGoodRows: (scene) => fileIs(scene, 'Validation Failed', { reason: 'rows_rejected' }),
  tryReconFileAgain: (scene) => fileIs(scene, 'Ingestion Failed'),
  readReconFileAgain: (scene) => fileIs(scene, 'Success'),
  async replaceReconFile(scene) {
    await fileIs(scene, 'Success')
    scene.asked.body = { by: (await uploaded(scene)).recon_id }
  },
}

/** What an upload answers. */
interface Uploaded {
  recon_id: string
  file_key: string
  file_link: string
  file_name: string
}

/** A file of the seeded source, stored and not begun. */
async function uploaded({ testApp, session }: Scene): Promise<Uploaded> {
  const bytes = Buffer.from('Date,Amount,Reference,Type\n2026-03-01,1,S1,Payment\n')
  const body = form({}, [{ field: 'file', name: 'sample.csv', bytes }])
  const answer = await testApp.call(session, 'POST', '/merchants/recon/v3/upload-file', body, {
    'content-type': formType,
    'idempotency-key': crypto.randomUUID(),
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body['data'] as Uploaded
}

async function wholeRequest(scene: Scene): Promise<void> {
  const { recon_id, file_key, file_link, file_name } = await uploaded(scene)
  scene.asked.body = { data: [{ recon_id, file_key, file_link, file_name, data_source: 'SEEDED_SETTLEMENT' }] }
}

/** The seeded file as one that was read by the seeded mapping and came to an end. */
const fileIs = (scene: Scene, status: string, { reason = '' } = {}): Promise<void> =>
  sql(
    scene,
    `update recon_files set status = '${status}', reason = '${reason}', data_source = 'SEEDED_SETTLEMENT', file_type = 'recon',
       layout = 'SHEET', original_file_name = 'sample.csv', begun_at = now(), finished_at = now() where merchant_id = $1`,
  )
