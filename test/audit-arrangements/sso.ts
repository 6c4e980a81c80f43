import { connectionOf } from '#server/sso/fixtures.ts'
import { sql, type Arrangements } from './scene.ts'

/** Signing in at somebody else's. */
export const ofSso: Arrangements = {
  async saveSso(scene) {
    const { asked } = scene
    await sql(scene, 'delete from sso_connections where merchant_id = $1')
    const { break_glass_user: _, revision: __, ...rest } = asked.body ?? {}
    asked.body = { ...rest, ...connectionOf('https://login.example', 'a-tenant', { enabled: false }) }
  },
  unlinkSso: (scene) =>
    sql(
      scene,
      `insert into sso_identities (merchant_id, issuer, subject, sub_user_id, created_at, last_used_at)
       values ($1, 'https://login.example', 'somebody', $2, now(), now())`,
    ),
}
