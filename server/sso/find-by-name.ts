import { loginName } from '#server/kit/auth/login.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { findTenant } from './connection.ts'
import { publicMailDomains } from './public-mail-domains.ts'

/** The one tenant that a typed name or work address leads to; null for none, and for several. */
export async function findByName(tx: Transaction, typed: string): Promise<string | null> {
  const name = loginName(typed)
  const named = await findTenant(tx, name.replaceAll(/\s+/g, '-'))
  if (named) return named.tenantId
  const domain = name.includes('@') ? name.slice(name.lastIndexOf('@') + 1) : null
  if (domain !== null && publicMailDomains.has(domain)) return null
  const found = await tx.query<{ tenant_id: string }>('select tenant_id from find_sso_tenants($1, $2)', [name, domain])
  return found.length === 1 ? (found[0]?.tenant_id ?? null) : null
}
