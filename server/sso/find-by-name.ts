import { loginName } from '#server/kit/auth/login.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { findTenant } from './connection.ts'
import { publicMailDomains } from './public-mail-domains.ts'

/**
 * The one tenant that a typed name or work address leads to; null for none, and for several. An address is never compared
 * with names: a company that calls itself by somebody's address would get their sign-ins.
 */
export async function findByName(tx: Transaction, typed: string): Promise<string | null> {
  const wanted = loginName(typed)
  const at = wanted.lastIndexOf('@')
  if (at >= 0) {
    const domain = wanted.slice(at + 1)
    return publicMailDomains.has(domain) ? null : findOne(tx, { name: null, domain })
  }
  const named = await findTenant(tx, wanted.replaceAll(/\s+/g, '-'))
  return named?.tenantId ?? findOne(tx, { name: wanted, domain: null })
}

async function findOne(
  tx: Transaction,
  { name, domain }: { name: string | null; domain: string | null },
): Promise<string | null> {
  const found = await tx.query<{ tenant_id: string }>('select tenant_id from find_sso_tenants($1, $2)', [name, domain])
  return found.length === 1 ? (found[0]?.tenant_id ?? null) : null
}
