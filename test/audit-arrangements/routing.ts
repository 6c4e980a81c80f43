import { sql, type Arrangements, type Scene } from './scene.ts'

/** Routing rules. */
export const ofRouting: Arrangements = {
  beginBacktest({ asked }) {
    const rule = { name: 'Made', channels: [{ channel_key: 'SIMULATOR', rank: 1 }] }
    asked.body = { ...asked.body, rule, from: '2026-01-01 00:00:00', to: '2026-02-01 00:00:00' }
  },
  takeBackRollout: rolledOut,
  completeRollout: rolledOut,
}

/** A rule of which a version is rolled out. */
async function rolledOut(scene: Scene): Promise<void> {
  await sql(
    scene,
    `insert into routing_versions (merchant_id, environment, routing_ref, version, name, conditions, channels, is_enabled, is_default,
       position, created_at, created_by)
     select merchant_id, environment, routing_ref, 2, name, conditions, channels, true, is_default, position, now(), ''
     from routing_rules where merchant_id = $1`,
  )
  await sql(
    scene,
    `insert into routing_rollouts (merchant_id, environment, rollout_id, routing_ref, version, control_version, share, state, began_at,
       began_by)
     select merchant_id, environment, gen_random_uuid(), routing_ref, 2, 0, 10, 'running', now(), ''
     from routing_rules where merchant_id = $1`,
  )
}
