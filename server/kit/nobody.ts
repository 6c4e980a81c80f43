import type { Owner } from './ctx.ts'
import type { Scope } from './db.ts'

/** Who a request or job is about before that is known: a merchant that never is, and so has no rows. */
export const nobody: Owner = { merchantId: '00000000-0000-0000-0000-000000000000', environment: 'sandbox' }
export const nobodyScope: Scope = { merchantIds: [nobody.merchantId], environment: nobody.environment }
