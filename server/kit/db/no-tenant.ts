import type { Owner } from '#server/kit/ctx.ts'
import type { Scope } from './db.ts'

/**
 * The owner of a request or job whose merchant is not known yet: a merchant id that never exists and so has no rows.
 */
export const noTenant: Owner = { merchantId: '00000000-0000-0000-0000-000000000000', environment: 'sandbox' }
export const noTenantScope: Scope = { merchantIds: [noTenant.merchantId], environment: noTenant.environment }
