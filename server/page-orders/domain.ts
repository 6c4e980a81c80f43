import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { pageOrderPayable } from './payable.ts'
import { shopRoute } from './shop-route.ts'

export const pageOrders = { handlers, payables: [pageOrderPayable], routes: shopRoute } satisfies Domain
