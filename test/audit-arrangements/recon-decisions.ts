import { done, sql, type Arrangements, type Scene } from './scene.ts'

/** Decisions about reconciled records: of the seeded pair, of which one side alone is seeded. */
export const ofReconDecisions: Arrangements = {
  async actOnExceptions(scene) {
    scene.asked.body = { act: 'accept', record_refs: [await missing(scene)] }
  },
  async askProvider(scene) {
    scene.asked.body = { record_refs: [await missing(scene)], to: 'help@provider.example' }
  },
  async matchReconRecords(scene) {
    const record = await missing(scene)
    await sql(
      scene,
      `insert into recon_outcomes select (jsonb_populate_record(o, '{"side": "b", "key": "line", "status": "missing_in_transactions",
         "group_id": "6438c669-e0d0-de98-e692-9c2cc0fac474"}')).* from recon_outcomes o where o.merchant_id = $1 and o.side = 'a'`,
    )
    scene.asked.body = { a: [record], b: ['2.b.line'] }
  },
  approveReconProposal: async (scene) => {
    const { proposal_id, digest } = await proposed(scene)
    scene.asked.path['proposal_id'] = proposal_id
    scene.asked.body = { digest }
  },
  async approveReconProposals(scene) {
    scene.asked.body = { proposals: [await proposed(scene)] }
  },
  async rejectReconProposals(scene) {
    scene.asked.body = { proposals: [await proposed(scene)] }
  },
  withdrawReconProposal: (scene) =>
    sql(scene, 'update recon_proposals set proposed_by = $2 where merchant_id = $1 and proposed_by <> $2'),
  proposeSettlement: (scene) => sql(scene, `update settlements set state = 'unproven' where merchant_id = $1`),
}

const missing = async ({ testApp, session }: Scene): Promise<string> => {
  const [row] = await testApp.owner.transaction(null, (tx) =>
    tx.query<{ key: string }>(`select key from recon_outcomes where merchant_id = $1 and msm_id = 2 and side = 'a'`, [
      session.merchant.merchantId,
    ]),
  )
  return `2.a.${row?.key}`
}

/** A proposal of somebody else's. */
async function proposed(scene: Scene): Promise<{ proposal_id: string; digest: string }> {
  const { testApp, session } = scene
  const other = { ...scene, session: await testApp.signIn(session.merchant) }
  await done(other, 'POST', '/api/recon/exceptions/act', { act: 'accept', record_refs: [await missing(scene)] })
  const [row] = await testApp.owner.transaction(null, (tx) =>
    tx.query<{ proposal_id: string; digest: string }>(
      `select proposal_id, digest from recon_proposals where merchant_id = $1 and proposed_by = $2`,
      [session.merchant.merchantId, other.session.subUserId],
    ),
  )
  if (!row) throw new Error('nothing is proposed')
  return row
}
